// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import org.springframework.dao.DataAccessException;

/// Another server leads on this database: nothing may be changed any more. It is no defect of TCN, and who asked may
/// ask again, as where the database does not answer: the server that leads then does it.
public final class LeadLostException extends DataAccessException {
    private static final long serialVersionUID = 1L;

    LeadLostException() {
        super("another TCN server has taken the lead on this database");
    }
}
