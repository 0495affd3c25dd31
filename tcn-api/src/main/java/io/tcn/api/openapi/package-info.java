// SPDX-License-Identifier: Apache-2.0
/// The OpenAPI document of a face, made from its routes and the records that it takes and answers.
@NullMarked
package io.tcn.api.openapi;

import org.jspecify.annotations.NullMarked;
