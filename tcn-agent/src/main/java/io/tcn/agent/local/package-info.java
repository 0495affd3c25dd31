// SPDX-License-Identifier: Apache-2.0
/// Files of this machine as ends of a transfer, for tests, demonstrations and single-machine use.
@NullMarked
package io.tcn.agent.local;

import org.jspecify.annotations.NullMarked;
