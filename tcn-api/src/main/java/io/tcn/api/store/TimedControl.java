// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.ResourceControl;
import io.tcn.core.timetable.Timetable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A resource control and when it is in force.
///
/// @param control what is asked
/// @param when null: always
public record TimedControl(
        ResourceControl control, @Nullable Timetable when) {
    /// Whether it is in force at a moment.
    public boolean isInForce(Instant at) {
        return when == null || when.isInForce(at);
    }
}
