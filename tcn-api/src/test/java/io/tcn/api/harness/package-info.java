// SPDX-License-Identifier: Apache-2.0
/// What the tests of the server share: a server, clients with certificates, storages that keep a log.
@NullMarked
package io.tcn.api.harness;

import org.jspecify.annotations.NullMarked;
