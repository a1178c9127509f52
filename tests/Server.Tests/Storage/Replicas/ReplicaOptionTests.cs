using IwTune.Lab.Databases;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Tests.Storage.Replicas;

/// <summary>Which replicas a server accepts when it starts.</summary>
[Collection(nameof(Replicated))]
[Trait("Store", "both")]
public sealed class ReplicaOptionTests(Replicated replicated)
{
    [Fact]
    public async Task A_copy_of_another_system_is_refused()
    {
        using var other = PostgresCluster.Start(complains: false);
        await RefusedAsync(other.Url("postgres"), "it is a copy of another PostgreSQL (system identifier ");
    }

    [Fact]
    public async Task Another_database_of_the_standby_is_refused()
    {
        replicated.Administer("create database other");
        await replicated.CaughtUpAsync();
        await RefusedAsync(replicated.Standby.Url("other"), "it is the database 'other', and the store is in 'postgres'");
        await RefusedAsync(replicated.Standby.Url("absent"), "database \"absent\" does not exist. A standby has every database");
    }

    [Fact]
    public async Task A_role_that_may_not_read_the_store_is_refused_with_the_grant_it_needs()
    {
        replicated.Administer("create role blind login");
        replicated.Administer("create role lost login");
        replicated.Administer("alter role lost set search_path = elsewhere");
        replicated.Administer("create role shut login");
        replicated.Administer("create database closed");
        replicated.Administer("revoke all on database closed from public");
        using (await replicated.OpenAsync(TimeProvider.System)) { }
        await replicated.CaughtUpAsync();
        await RefusedAsync(replicated.Standby.Url("closed", "shut"), "On the primary: grant connect on database closed to shut; grant ");
        await RefusedAsync(replicated.Standby.Url("postgres", "blind"), "On the primary: grant pg_read_all_data to blind");
        await RefusedAsync(
            replicated.Standby.Url("postgres", "lost"),
            "its role sees no schema, and the store is in 'public'. On the primary: grant pg_read_all_data to lost; alter role lost set "
                + "search_path = public"
        );
    }

    [Fact]
    public async Task A_standby_that_cannot_be_reached_does_not_stop_the_server_and_is_used_when_it_comes()
    {
        var (clock, time) = TestClock.Running();
        using var running = time;
        replicated.Standby.Stop();
        using var store = await replicated.OpenAsync(clock);
        Assert.Equal(ReplicaUse.Unreachable, store.Replica!.Use);
        Assert.False((await store.LongReadAsync(ReadMoment.OfAsync)).Standby);

        replicated.Standby.StartAgain();
        await clock.PassUntilAsync(
            TimeSpan.FromSeconds(1),
            async () => (await store.LongReadAsync(ReadMoment.OfAsync)).Standby,
            () => store.Replica!.Sentence
        );
    }

    [Fact]
    public void A_store_in_a_file_has_no_replica() =>
        Assert.StartsWith(
            "--database-replica: the store is a SQLite file",
            Assert.Single(Problems(null, "postgres://me@db/iwtune")),
            StringComparison.Ordinal
        );

    [Fact]
    public void Every_problem_of_both_addresses_is_named_at_once() =>
        Assert.Equal(
            [
                "--database: a user is missing, as in postgres://USER:PASSWORD@HOST:PORT/NAME",
                "--database-replica: 'ssl' is not known; known are host, port, dbname, user, password, sslmode, sslrootcert, sslcert, "
                    + "sslkey, connections",
                "--database-replica-password-file: /no/such/file cannot be read: ",
            ],
            Problems("postgres://db/iwtune", "postgres://me@db/iwtune?ssl=on")
                .Concat(Problems("postgres://me@db/iwtune", "postgres://me@db/iwtune", "/no/such/file"))
                .Select(problem => problem.Split("Could")[0])
        );

    [Fact]
    public void A_password_file_without_a_replica_is_refused() =>
        Assert.Equal(
            ["--database-replica-password-file: there is no --database-replica that it belongs to"],
            Problems("postgres://me@db/iwtune", null, "/etc/iwtune/report")
        );

    [Fact]
    public void The_password_is_in_its_own_file_and_nowhere_else()
    {
        var file = Path.GetTempFileName();
        try
        {
            File.WriteAllText(file, "s3cret\n");
            if (!OperatingSystem.IsWindows())
            {
                File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.OtherRead);
                Assert.Equal(
                    $"--database-replica-password-file: {file} can be read or written by others; make it 0600",
                    Assert.Single(Problems("postgres://me@db/iwtune", "postgres://report@db2/iwtune", file))
                );
                File.SetUnixFileMode(file, UnixFileMode.UserRead);
            }
            var place = StorePlace.Read("", "postgres://me@db/iwtune", null, "postgres://report@db2/iwtune", file, []);
            Assert.Equal(("s3cret", (string?)null), (place.Replica!.Password, place.Postgres!.Password));
            Assert.DoesNotContain("s3cret", place.ToString(), StringComparison.Ordinal);
        }
        finally
        {
            File.Delete(file);
        }
    }

    private async Task RefusedAsync(string replica, string told)
    {
        var refused = await Assert.ThrowsAsync<StorageUnusableException>(() => replicated.OpenAsync(TimeProvider.System, replica));
        Assert.StartsWith("--database-replica: postgres://", refused.Message, StringComparison.Ordinal);
        Assert.Contains(told, refused.Message, StringComparison.Ordinal);
    }

    private static IReadOnlyList<string> Problems(string? database, string? replica, string? passwordFile = null) =>
        new ServerOptions
        {
            Data = "/data",
            Database = database,
            DatabaseReplica = replica,
            DatabaseReplicaPasswordFile = passwordFile,
        }.Validate();
}
