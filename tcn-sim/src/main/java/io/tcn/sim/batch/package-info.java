// SPDX-License-Identifier: Apache-2.0
/// Many runs at once: on all cores, in an order of results that does not depend on them.
@NullMarked
package io.tcn.sim.batch;

import org.jspecify.annotations.NullMarked;
