// SPDX-License-Identifier: Apache-2.0
/// The nouns of TCN as records: users, endpoints, pipes, resources, resource controls, transfers and their states.
@NullMarked
package io.tcn.core.model;

import org.jspecify.annotations.NullMarked;
