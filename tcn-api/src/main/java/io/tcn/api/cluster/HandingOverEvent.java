// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cluster;

import org.springframework.context.ApplicationEvent;

/// The lead is to be handed over: whoever started the server stops it in order, and starts it anew.
public final class HandingOverEvent extends ApplicationEvent {
    private static final long serialVersionUID = 1L;

    HandingOverEvent(Object source) {
        super(source);
    }
}
