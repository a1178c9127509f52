using IwTune.Lab;
using IwTune.Lab.Authorities;
using IwTune.Lab.Databases;
using IwTune.Server.Storage;

namespace IwTune.Server.Tests.Storage;

/// <summary>A real PostgreSQL that accepts only TLS, with its own CA.</summary>
[Trait("Store", "both")]
public sealed class PostgresTlsTests : IDisposable
{
    private readonly string directory = Directory.CreateTempSubdirectory("iwtune-tls-").FullName;
    private readonly int port = FreePort.Find();
    private readonly PostgresCluster cluster;

    public PostgresTlsTests()
    {
        using var ca = new LabAuthority("CA of the database");
        using var stranger = new LabAuthority("another CA");
        File.WriteAllText(Path.Combine(directory, "ca.pem"), ca.Pem);
        File.WriteAllText(Path.Combine(directory, "other.pem"), stranger.Pem);
        var (certificate, key) = ca.IssuePem("localhost");
        cluster = PostgresCluster.Start(tls: new(port, certificate, key));
    }

    public void Dispose()
    {
        cluster.Dispose();
        Directory.Delete(directory, recursive: true);
    }

    [Fact]
    public async Task What_the_address_says_of_TLS_is_what_is_done()
    {
        // The trusted CA, and the required name.
        await EncryptedAsync("localhost", "sslmode=verify-full&sslrootcert=ca.pem");
        await RefusedAsync("localhost", "sslmode=verify-full&sslrootcert=other.pem", "certificate");
        await RefusedAsync("127.0.0.1", "sslmode=verify-full&sslrootcert=ca.pem", "certificate");
        await EncryptedAsync("127.0.0.1", "sslmode=verify-ca&sslrootcert=ca.pem");
        await RefusedAsync("127.0.0.1", "sslmode=verify-ca&sslrootcert=other.pem", "certificate");
        // Encrypted, without a check of the server's identity; this is also the default here, since the server is on this machine.
        await EncryptedAsync("127.0.0.1", "sslmode=require");
        await RefusedAsync("127.0.0.1", "sslmode=require&sslrootcert=other.pem", "certificate");
        await EncryptedAsync("127.0.0.1", "");
        await RefusedAsync("127.0.0.1", "sslmode=disable", "pg_hba.conf");
    }

    [Theory]
    [InlineData("db.example.com", "VerifyFull")]
    [InlineData("192.0.2.7", "VerifyFull")]
    [InlineData("localhost", "Prefer")]
    public void What_leaves_the_machine_is_verified_unless_the_address_says_otherwise(string host, string mode)
    {
        using var source = StorePlace.Read("", $"postgres://me@{host}/iwtune", null, new List<string>()).Postgres!.Open();
        Assert.Contains($"SSL Mode={mode}", source.ConnectionString, StringComparison.Ordinal);
    }

    private async Task EncryptedAsync(string host, string options)
    {
        using var store = await Database.OpenAsync(Place(host, options), TimeProvider.System);
        Assert.True(await store.ReadAsync(db => db.ValueAsync<bool>("select ssl from pg_stat_ssl where pid = pg_backend_pid()")), options);
        // The leader's connection and the listening connection are made elsewhere in the code.
        await using var alone = await store.Store.ConnectAloneAsync(CancellationToken.None);
    }

    private async Task RefusedAsync(string host, string options, string told)
    {
        var refused = await Assert.ThrowsAsync<StorageUnusableException>(() =>
            Database.OpenAsync(Place(host, options), TimeProvider.System)
        );
        Assert.Contains(told, refused.Message, StringComparison.Ordinal);
    }

    private StorePlace Place(string host, string options)
    {
        var problems = new List<string>();
        var place = StorePlace.Read(
            "",
            $"postgres://{PostgresCluster.User}@{host}:{port}/postgres?"
                + $"{options.Replace("sslrootcert=", $"sslrootcert={directory}/", StringComparison.Ordinal)}",
            null,
            problems
        );
        Assert.Empty(problems);
        return place;
    }
}
