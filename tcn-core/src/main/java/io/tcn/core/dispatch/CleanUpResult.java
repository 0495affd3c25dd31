// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

/// How the removal of what a transfer left at its destination went.
public enum CleanUpResult {
    /// Nothing of it is there any more.
    CLEAN,
    /// It may still be there: the storage did not answer, or refused.
    STILL_THERE,
    /// Another transfer is at work there; nothing was tried. What that one finishes replaces the remains.
    OWNED_BY_ANOTHER,
    /// It may still be there; no storage was asked, as when no agent reaches it or the data plane was stopped. It says
    /// nothing about the storage.
    NOT_TRIED
}
