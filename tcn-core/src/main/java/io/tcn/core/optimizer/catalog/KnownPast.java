// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.catalog;

import io.tcn.core.optimizer.start.FirstConnections;
import io.tcn.core.port.SettingHistory;

/// What optimizers are told of the time before them.
///
/// @param first what `tcn` is told of the first values of pipes
/// @param settings what `harp` can ask for
public record KnownPast(FirstConnections first, SettingHistory settings) {
    /// Nothing.
    public static final KnownPast NONE = new KnownPast(FirstConnections.AS_SET, SettingHistory.NONE);
}
