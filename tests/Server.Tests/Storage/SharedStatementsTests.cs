using Dapper;
using Microsoft.Data.Sqlite;

namespace IwTune.Server.Tests.Storage;

public sealed class SharedStatementsTests
{
    [Fact]
    public async Task A_statement_is_compiled_once_for_the_databases_of_all_tests()
    {
        const string Statement = "select amount from one where amount > @Least";
        foreach (var name in (string[])["first", "second", "third"])
            Assert.Equal(7, (await ReadAsync(name, "7", Statement)).Amount);

        var cached = Assert.Single(SqlMapper.GetCachedSQL(), cached => cached.Item2 == Statement);
        Assert.Contains("first", cached.Item1, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_result_of_another_type_is_read_as_what_it_is()
    {
        const string Statement = "select amount from one where amount >= @Least";

        Assert.Equal(7, (await ReadAsync("whole", "7", Statement)).Amount);
        Assert.Equal(7.5, (await ReadAsync("broken", "7.5", Statement)).Amount);
    }

    private static async Task<Row> ReadAsync(string database, string amount, string statement)
    {
        await using var connection = new SqliteConnection($"Data Source={database};Mode=Memory");
        await connection.OpenAsync();
        await connection.ExecuteAsync($"create table one (amount); insert into one values ({amount})");
        return await connection.QuerySingleAsync<Row>(statement, new { Least = 1 });
    }

    private sealed record Row
    {
        public double Amount { get; init; }
    }
}
