// SPDX-License-Identifier: Apache-2.0

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/// Prints the rows of one query, columns parted by tabs. Arguments: address, user, password, query.
final class Query {
    private Query() {}

    public static void main(String[] arguments) throws SQLException {
        StringBuilder text = new StringBuilder();
        try (Connection database = DriverManager.getConnection(arguments[0], arguments[1], arguments[2]);
                Statement statement = database.createStatement();
                ResultSet rows = statement.executeQuery(arguments[3])) {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                for (int i = 1; i <= columns; i++) {
                    String value = rows.getString(i);
                    text.append(i == 1 ? "" : "\t").append(value == null ? "" : value.replaceAll("\\s", " "));
                }
                text.append('\n');
            }
        }
        System.out.print(text);
    }
}
