// SPDX-License-Identifier: Apache-2.0
/// Jobs and files of the FTS face: submission, queries, changes.
@NullMarked
package io.tcn.api.fts.jobs;

import org.jspecify.annotations.NullMarked;
