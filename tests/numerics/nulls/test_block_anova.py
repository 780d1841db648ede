import numpy as np

from benchreport.numerics.nulls.block_anova import block_anova


def test_parts_add_up_to_the_total():
    values = np.random.default_rng(0).normal(size=(9, 4))
    parts = block_anova(values)
    np.testing.assert_allclose(parts.ss_total, ((values - values.mean()) ** 2).sum())
    assert (parts.dof_treatments, parts.dof_blocks, parts.dof_error) == (3, 8, 24)


def test_rounding_is_not_error():
    additive = np.add.outer([0.1, 0.2, 0.3], [0.7, 0.4, 0.1, 0.2])
    assert block_anova(additive).ss_error == 0
    assert not block_anova(additive).residuals.any()
    assert block_anova(np.full((5, 3), 0.1)).ss_total == 0
