// SPDX-License-Identifier: Apache-2.0
/// What every data plane must do, as a suite that any implementation can run.
@NullMarked
package io.tcn.agent.contract;

import org.jspecify.annotations.NullMarked;
