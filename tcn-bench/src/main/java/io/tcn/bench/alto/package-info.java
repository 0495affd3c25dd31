// SPDX-License-Identifier: Apache-2.0
/// How fast a large network is read by ALTO and mapped to pipes, and how soon a change of it is in force.
@NullMarked
package io.tcn.bench.alto;

import org.jspecify.annotations.NullMarked;
