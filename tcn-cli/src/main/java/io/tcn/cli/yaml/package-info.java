// SPDX-License-Identifier: Apache-2.0
/// The configuration of a server as a YAML file.
@NullMarked
package io.tcn.cli.yaml;

import org.jspecify.annotations.NullMarked;
