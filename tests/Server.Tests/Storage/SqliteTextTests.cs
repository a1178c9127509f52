using IwTune.Server.Storage.Sqlite;

namespace IwTune.Server.Tests.Storage;

public sealed class SqliteTextTests
{
    [Fact]
    public void The_first_row_of_each_is_joined_by_its_id() =>
        Assert.Equal(
            "select c.a from hosts h left join changes c on c.id = (select y.id from changes y where y.host_id = h.id and y.at <= @at "
                + "order by y.at desc limit 1) where h.b = 1",
            SqliteText.Of(
                "select c.a from hosts h left join lateral (\n  select y.* from changes y where y.host_id = h.id and y.at <= @at "
                    + "order by y.at desc limit 1\n) c on true where h.b = 1"
            )
        );

    [Theory]
    [InlineData("select 1 from a left join b on b.id = a.id where a.c in @ids")]
    [InlineData("select 1 from a left join (select y.id from b y limit 1) c on true")]
    public void Other_joins_stay(string sql) => Assert.Equal(sql, SqliteText.Of(sql));
}
