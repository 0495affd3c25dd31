// SPDX-License-Identifier: Apache-2.0
/// What a command has seen before it changes something, so that operators do not overwrite each other unseen.
@NullMarked
package io.tcn.cli.seen;

import org.jspecify.annotations.NullMarked;
