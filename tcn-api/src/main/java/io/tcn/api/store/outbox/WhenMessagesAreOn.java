// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store.outbox;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.StringUtils;

/// On a bean that exists only where monitoring messages are sent: where `tcn.events.kafka.bootstrap-servers` names a
/// broker.
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Conditional(WhenMessagesAreOn.BrokerIsNamed.class)
public @interface WhenMessagesAreOn {
    /// The setting that switches messages on.
    String SETTING = "tcn.events.kafka.bootstrap-servers";

    /// Whether the setting has a value.
    final class BrokerIsNamed implements Condition {
        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return StringUtils.hasText(context.getEnvironment().getProperty(SETTING));
        }
    }
}
