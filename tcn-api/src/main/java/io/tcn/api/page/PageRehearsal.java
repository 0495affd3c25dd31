// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import io.tcn.api.security.Caller;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.stereotype.Component;

/// Makes the first page once when the server is ready, for nobody, on a thread of its own. What a page needs (700
/// classes, the parsed template) is then there when somebody asks; else the first one who does would wait for it.
@Component
final class PageRehearsal implements ApplicationListener<ApplicationReadyEvent> {
    private static final Logger LOG = LoggerFactory.getLogger(PageRehearsal.class);

    /// Sees all, so that all kinds of sections are made. No request ever has it.
    private static final Caller NOBODY = new Caller(
            "rehearsal", Caller.Method.CERTIFICATE, List.of(), List.of(), List.of(), Map.of(), true, null, null);

    private final ObjectProvider<NowPage> page;
    private volatile boolean done;

    PageRehearsal(ObjectProvider<NowPage> page) {
        this.page = page;
    }

    @Override
    public void onApplicationEvent(ApplicationReadyEvent ready) {
        Thread.ofPlatform().name("tcn-page-rehearsal").daemon().start(this::rehearse);
    }

    /// Whether a page was made.
    boolean isDone() {
        return done;
    }

    private void rehearse() {
        try {
            page.getObject().answer(new Asked(Urls.ROOT, Map.of()), NOBODY);
            done = true;
        } catch (RuntimeException notNow) {
            // As when the server stops at once. The first page is made by who asks for it, as before.
            LOG.debug("the first page was not rehearsed", notNow);
        }
    }
}
