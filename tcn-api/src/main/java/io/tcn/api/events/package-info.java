// SPDX-License-Identifier: Apache-2.0
/// FTS's monitoring messages: what is in them, and the way from the outbox to Kafka.
@NullMarked
package io.tcn.api.events;

import org.jspecify.annotations.NullMarked;
