using IwTune.Server.Cli;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Postgres;

namespace IwTune.Server.Tests.Cli;

/// <summary>What <c>run</c>, <c>restore</c> and <c>migrate-to</c> print names the store as it was given.</summary>
public sealed class StoreLineTests
{
    [Theory]
    [InlineData("postgres://iw@db.example:6432/fleet?sslmode=verify-ca&connections=20")]
    [InlineData("postgres://iw@/fleet?host=/run/postgresql&connections=20")]
    [InlineData("postgres://i%40w@[::1]:5432/a%3Fb?sslmode=require")]
    [InlineData("postgres://iw@db.example:5432/fleet")]
    public void It_names_the_database_as_it_was_given(string url)
    {
        var problems = new List<string>();
        var address = PostgresAddress.Parse(url, problems);
        Assert.Empty(problems);
        Assert.Equal($"--data /d --database '{url}'", StoreLine.Of(new StorePlace("/d", address), passwordFile: null, keyFile: null));
    }

    [Fact]
    public void It_has_the_files_of_secrets_and_no_password()
    {
        var place = new StorePlace("/d", PostgresAddress.Parse("postgres://iw:secret@localhost/fleet", []));
        Assert.Equal(
            "--data /d --key-file /k --database 'postgres://iw@localhost:5432/fleet' --database-password-file /p",
            StoreLine.Of(place, "/p", "/k")
        );
        Assert.EndsWith(
            "fleet', with the password in IWTUNE_DATABASE or --database-password-file",
            StoreLine.Of(place, passwordFile: null, keyFile: null),
            StringComparison.Ordinal
        );
    }
}
