// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.command;

import io.tcn.cli.env.Surroundings;

/// The root of all commands, which knows what lies around.
public interface Surrounded {
    Surroundings surroundings();
}
