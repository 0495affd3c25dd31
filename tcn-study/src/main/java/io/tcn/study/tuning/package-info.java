// SPDX-License-Identifier: Apache-2.0
/// Single transfer jobs on the testbeds of the literature, in small steps of virtual time: storages that want
/// threads, streams with a window, files that cost time, staging buffers, jobs that join and leave. For tuners
/// of one job; networks of many pipes are in `sim.network`.
@NullMarked
package io.tcn.study.tuning;

import org.jspecify.annotations.NullMarked;
