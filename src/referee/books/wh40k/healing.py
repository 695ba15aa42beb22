"""A unit heals (02.02.04): lost wounds come back one by one."""

from __future__ import annotations

from referee.books.wh40k.names import ModelId, UnitId
from referee.books.wh40k.state import Battle, Model, change, profile_of
from referee.kernel import AGAIN, DONE, Outcome, Procedure, choose, step, tell, text


class Heal(Procedure):
    """40K 02.02.04 For each point a damaged model of the unit regains a wound; what is left over is lost.

    Reading: a destroyed model that would return with one wound is put back by the players, since nobody keeps it.
    """

    unit: UnitId
    count: int
    model: ModelId = ""

    def _damaged(self, s: Battle) -> list[Model]:
        return [model for model in s.units[self.unit].models if model.wounds < profile_of(s, model).w]

    @step("40K 02.02.04/a", into="model")
    def select_model(self, s: Battle) -> Outcome:
        damaged = self._damaged(s) if self.count > 0 else []
        if not damaged:
            return DONE
        if len(damaged) == 1:
            self.model = damaged[0].id
            return None
        unit = s.units[self.unit]
        return choose(
            text("Which model of {unit} regains a wound?", unit=unit.name),
            by=unit.seat,
            among=[model.id for model in damaged],
            labels=[text(model.profile) for model in damaged],
        )

    @step("40K 02.02.04/b")
    def regain(self, s: Battle) -> Outcome:
        self.count -= 1
        models = tuple(
            Model(m.id, m.profile, m.wounds + 1, m.pose) if m.id == self.model else m for m in s.units[self.unit].models
        )
        change(s, self.unit, models=models)
        tell(s, "40K 02.02.04", "{model} of {unit} regains a wound.", model=self.model, unit=s.units[self.unit].name)
        return AGAIN
