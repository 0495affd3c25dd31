// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.Bound;
import io.tcn.core.model.Guarantee;
import io.tcn.core.model.RelativeWeight;
import io.tcn.core.model.ResourceControl;

/// Kinds of resource controls: a user has at most one of each on a resource-set.
public enum ControlKind {
    /// The most: a [Bound].
    BOUND,
    /// The least: a [Guarantee].
    GUARANTEE,
    /// A [RelativeWeight].
    WEIGHT;

    /// The kind of a control.
    public static ControlKind of(ResourceControl control) {
        return switch (control) {
            case Bound _ -> BOUND;
            case Guarantee _ -> GUARANTEE;
            case RelativeWeight _ -> WEIGHT;
        };
    }
}
