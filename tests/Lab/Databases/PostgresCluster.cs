using System.Diagnostics;
using System.Globalization;

namespace IwTune.Lab.Databases;

/// <summary>
/// A PostgreSQL of one process: Debian's own binaries, its own directory and socket; it ends with the process that started it.
/// </summary>
/// <remarks>Not durable (fsync off) unless requested: its data matters only to the test that made it.</remarks>
internal sealed class PostgresCluster : IDisposable
{
    public const string User = "iwtune";

    private const int Killed = 9;

    /// <summary>Each statement, and which role sent it.</summary>
    private static readonly string[] Logged = ["-c", "log_statement=all", "-c", "log_line_prefix=%u@%d "];

    private readonly IReadOnlyList<string> login;
    private readonly string[] options;
    private readonly bool complains;
    private readonly List<string>? statements;
    private Process? process;

    private PostgresCluster(string root, IReadOnlyList<string> login, string[] options, bool complains, bool logs)
    {
        (Root, this.login, this.options, this.complains, statements) = (root, login, options, complains, logs ? [] : null);
        process = Launch();
    }

    /// <summary>The directory of its socket.</summary>
    public string Root { get; }

    private string Data => DataIn(Root);

    /// <summary>The lines of its log, when it logs each statement.</summary>
    public IReadOnlyList<string> Statements
    {
        get
        {
            lock (statements!)
                return [.. statements];
        }
    }

    /// <summary>The address of a database as <c>--database</c> takes it.</summary>
    public string Url(string database, string user = User) => $"postgres://{user}@/{database}?host={Root}&sslmode=disable";

    /// <param name="durable">Commits survive a power failure, as in production: for measurements.</param>
    /// <param name="tls">Makes it also listen on the loopback, with TLS only.</param>
    /// <param name="standbys">Standbys may follow it.</param>
    /// <param name="like">Starts with a copy of the data of this one, which is stopped.</param>
    /// <param name="follows">
    /// Becomes a streaming standby of this one, which was started with <paramref name="standbys"/>, and logs each statement.
    /// </param>
    /// <param name="complains">
    /// Writes its errors where the caller's go: why a connection was lost is known here alone, and a test that fails by it does not say.
    /// </param>
    /// <exception cref="LabException">PostgreSQL is not installed, or does not start; the message has its output.</exception>
    public static PostgresCluster Start(
        bool durable = false,
        PostgresTls? tls = null,
        bool standbys = false,
        PostgresCluster? like = null,
        PostgresCluster? follows = null,
        bool complains = true
    )
    {
        var root = Directory.CreateTempSubdirectory("iwtune-pg-").FullName;
        try
        {
            var login = Unprivileged.Login(root);
            if (follows is not null)
                Follow(root, login, follows);
            else if (like is null)
                Make(root, login);
            else
                Commands.Run("cp", "-a", like.Data, DataIn(root));
            if (tls is not null)
                Secure(root, login, tls);
            return new(root, login, Options(root, durable, tls, standbys || follows is not null), complains, logs: follows is not null);
        }
        catch
        {
            Directory.Delete(root, recursive: true);
            throw;
        }
    }

    /// <summary>Runs SQL as the superuser.</summary>
    /// <returns>The rows.</returns>
    /// <exception cref="LabException">It failed.</exception>
    public string Sql(string database, string statement) =>
        Commands.Run("psql", ["--no-psqlrc", "-AtqX", "-v", "ON_ERROR_STOP=1", "-h", Root, "-U", User, "-d", database, "-c", statement]);

    /// <summary>SIGKILL to it and to all its sessions, so that none can finish anything.</summary>
    public void Kill()
    {
        var server = File.ReadLines(Path.Combine(Data, "postmaster.pid")).First();
        var sessions = Commands.TryRun("pgrep", ["-P", server]).Output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        foreach (var id in sessions.Prepend(server))
            Native.Signal(int.Parse(id, CultureInfo.InvariantCulture), Killed);
        Stop();
    }

    /// <summary>Stops it without a checkpoint; its data stays.</summary>
    public void Stop()
    {
        // The shell detects the end of its input and ends the server by its id, also when this process was killed.
        process?.StandardInput.Close();
        process?.WaitForExit(Until.Limit);
        process?.Dispose();
        process = null;
    }

    /// <summary>Starts it again on the same data, after <see cref="Kill"/> or <see cref="Stop"/>.</summary>
    public void StartAgain() => process = Launch();

    public void Dispose()
    {
        Stop();
        Directory.Delete(Root, recursive: true);
    }

    private static void Make(string root, IReadOnlyList<string> login) =>
        Make(
            login,
            "initdb",
            ["-D", DataIn(root), "-U", User, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions"]
        );

    private static void Follow(string root, IReadOnlyList<string> login, PostgresCluster primary) =>
        Make(login, "pg_basebackup", ["-D", DataIn(root), "-h", primary.Root, "-U", User, "-R", "-X", "stream", "-c", "fast", "--no-sync"]);

    private static void Make(IReadOnlyList<string> login, string program, string[] arguments)
    {
        using var made = Process.Start(Command(login, "exec \"$0\" \"$@\"", [Path.Combine(Binaries(), program), .. arguments]))!;
        made.StandardInput.Close();
        var (said, failed) = (made.StandardOutput.ReadToEndAsync(), made.StandardError.ReadToEndAsync());
        made.WaitForExit();
        if (made.ExitCode != 0)
            throw new LabException($"{program}: {said.Result} {failed.Result}");
    }

    private static string[] Options(string root, bool durable, PostgresTls? tls, bool standbys)
    {
        var kept = durable ? "on" : "off";
        return
        [
            "-D",
            DataIn(root),
            "-k",
            root,
            .. Listening(tls),
            "-c",
            $"fsync={kept}",
            "-c",
            $"synchronous_commit={kept}",
            "-c",
            $"full_page_writes={kept}",
            "-c",
            "max_connections=400",
            "-c",
            "shared_buffers=128MB",
            "-c",
            $"wal_level={(standbys ? "replica" : "minimal")}",
            "-c",
            $"max_wal_senders={(standbys ? 4 : 0)}",
            "-c",
            "jit=off",
            "-c",
            "autovacuum=off",
            "-c",
            "log_line_prefix=%m [%p] %d ",
        ];
    }

    private Process Launch()
    {
        // SIGQUIT ends it without a checkpoint, which a temporary database does not need (postgres(1)).
        var start = Command(
            login,
            "\"$0\" \"$@\" & server=$!; read -r _; kill -QUIT $server; wait $server",
            [Path.Combine(Binaries(), "postgres"), .. options, .. (statements is null ? [] : Logged)]
        );
        var log = new List<string>();
        var server = Process.Start(start)!;
        using var ready = new ManualResetEventSlim();
        server.ErrorDataReceived += (_, line) => Hear(line.Data, log, ready);
        server.OutputDataReceived += (_, line) => Hear(line.Data, log, ready);
        server.BeginErrorReadLine();
        server.BeginOutputReadLine();
        if (ready.Wait(Until.Limit) && !server.HasExited)
            return server;
        server.StandardInput.Close();
        server.WaitForExit(Until.Limit);
        lock (log)
            throw new LabException($"PostgreSQL does not start: {string.Join('\n', log)}");
    }

    private static string DataIn(string root) => Path.Combine(root, "data");

    private static string[] Listening(PostgresTls? tls) =>
        tls is null ? ["-c", "listen_addresses="] : ["-c", "listen_addresses=127.0.0.1", "-c", $"port={tls.Port}", "-c", "ssl=on"];

    /// <summary>Runs as the database's user, the only one that may have the key.</summary>
    private static void Secure(string root, IReadOnlyList<string> login, PostgresTls tls)
    {
        File.WriteAllText(Path.Combine(root, "server.crt"), tls.Certificate);
        File.WriteAllText(Path.Combine(root, "server.key"), tls.Key);
        using var made = Process.Start(
            Command(
                login,
                "cd \"$0\" && cp server.crt server.key data && chmod 600 data/server.key && printf '%s\n' 'local all all trust' "
                    + "'hostssl all all 127.0.0.1/32 trust' > data/pg_hba.conf",
                root
            )
        )!;
        made.StandardInput.Close();
        made.WaitForExit();
        if (made.ExitCode != 0)
            throw new LabException($"the certificate of PostgreSQL: {made.StandardError.ReadToEnd()}");
    }

    private void Hear(string? line, List<string> log, ManualResetEventSlim ready)
    {
        lock (log)
        {
            if (line is not null && log.Count < 100)
                log.Add(line);
        }
        if (line is not null && statements is not null)
            lock (statements)
                statements.Add(line);
        if (
            complains
            && line is not null
            && (line.Contains("FATAL:", StringComparison.Ordinal) || line.Contains("unexpected EOF", StringComparison.Ordinal))
        )
            Console.Error.WriteLine(line);
        try
        {
            if (
                line is null
                || line.Contains("ready to accept connections", StringComparison.Ordinal)
                || line.Contains("ready to accept read-only connections", StringComparison.Ordinal)
            )
                ready.Set();
        }
        catch (ObjectDisposedException)
        {
            // The server became ready long ago, and now it ends.
        }
    }

    private static ProcessStartInfo Command(IReadOnlyList<string> login, string script, params string[] arguments)
    {
        string[] all = [.. login, "sh", "-c", script, .. arguments];
        return new(all[0], all[1..])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = "/",
            Environment = { ["LC_ALL"] = "C" },
        };
    }

    /// <summary>The newest installed version.</summary>
    internal static string Binaries()
    {
        const string Versions = "/usr/lib/postgresql";
        var newest = Directory.Exists(Versions)
            ? Directory
                .GetDirectories(Versions)
                .Where(one => File.Exists(Path.Combine(one, "bin", "initdb")))
                .MaxBy(one => int.TryParse(Path.GetFileName(one), out var number) ? number : 0)
            : null;
        return newest is null ? throw new LabException("PostgreSQL is missing: apt-get install postgresql") : Path.Combine(newest, "bin");
    }
}
