// SPDX-License-Identifier: Apache-2.0
/// The command line `tcn alto`: asks ALTO servers, follows them, is one, and checks others.
@NullMarked
package io.tcn.alto.cli;

import org.jspecify.annotations.NullMarked;
