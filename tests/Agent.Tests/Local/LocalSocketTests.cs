using System.Diagnostics;
using System.Net.Sockets;
using IwTune.Agent.Engine;
using IwTune.Agent.Local;

namespace IwTune.Agent.Tests.Local;

public sealed class LocalSocketTests : IDisposable
{
    private readonly string _directory = Directory.CreateTempSubdirectory("iwtune-socket-").FullName;
    private readonly CancellationTokenSource _stop = new();
    private readonly List<LocalRequest> _asked = [];

    private string Path => System.IO.Path.Combine(_directory, "agent.sock");

    [Fact]
    public void Owner_and_group_may_connect_and_nobody_else()
    {
        using var daemon = Serve();

        Assert.Equal(
            UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.GroupWrite,
            File.GetUnixFileMode(Path)
        );
    }

    [Fact]
    public void A_question_gets_its_answer()
    {
        using var daemon = Serve();

        var reply = LocalClient.Ask(Path, new LocalRequest(LocalVerb.Rollback, All: true));

        Assert.Equal("did Rollback", reply!.Text);
        Assert.True(_asked.Single().All);
    }

    [Fact]
    public void An_answer_of_many_megabytes_arrives_whole()
    {
        using var daemon = Serve(new string('x', 5_000_000));

        Assert.Equal(5_000_000, LocalClient.Ask(Path, new LocalRequest(LocalVerb.Show))!.Text.Length);
    }

    [Fact]
    public void Where_nobody_listens_there_is_no_answer()
    {
        Assert.Null(LocalClient.Ask(Path, new LocalRequest(LocalVerb.Status)));
        Serve().Dispose();
        Assert.Null(LocalClient.Ask(Path, new LocalRequest(LocalVerb.Status)));
    }

    [Fact]
    public void A_file_that_a_dead_daemon_left_is_taken_over()
    {
        // The base library cleans up after itself; a killed process does not.
        using (
            var dead = Process.Start(
                "perl",
                ["-MIO::Socket::UNIX", "-e", "IO::Socket::UNIX->new(Local => $ARGV[0], Listen => 1) or die; kill 9, $$", Path]
            )
        )
            dead.WaitForExit();
        Assert.True(System.IO.Path.Exists(Path));

        using var daemon = Serve();

        Assert.NotNull(LocalClient.Ask(Path, new LocalRequest(LocalVerb.Status)));
    }

    [Fact]
    public void A_living_daemons_socket_is_refused_by_its_process()
    {
        using var daemon = Serve();

        var (second, problem) = LocalSocket.Open(Path);

        Assert.Null(second);
        Assert.Contains($"process {Environment.ProcessId}", problem, StringComparison.Ordinal);
        Assert.NotNull(LocalClient.Ask(Path, new LocalRequest(LocalVerb.Status)));
    }

    [Fact]
    public void A_file_that_is_no_socket_is_left_alone()
    {
        File.WriteAllText(Path, "somebody's notes");

        Assert.Contains("not a socket", LocalSocket.Open(Path).Problem, StringComparison.Ordinal);
        Assert.Equal("somebody's notes", File.ReadAllText(Path));
    }

    [Fact]
    public void A_name_that_is_too_long_is_told() =>
        Assert.Contains(
            "longer",
            LocalSocket.Open(System.IO.Path.Combine(_directory, new string('s', 200))).Problem,
            StringComparison.Ordinal
        );

    [Fact]
    public void Another_user_who_gets_to_the_socket_may_read_but_not_change()
    {
        RequireRoot();
        using var daemon = Serve();
        Assert.Contains("not answer", AskAsNobody("""{"verb":"Status"}"""), StringComparison.Ordinal);

        File.SetUnixFileMode(
            _directory,
            UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute | UnixFileMode.OtherExecute
        );
        File.SetUnixFileMode(Path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.OtherRead | UnixFileMode.OtherWrite);

        Assert.Contains("did Status", AskAsNobody("""{"verb":"Status"}"""), StringComparison.Ordinal);
        foreach (var verb in new[] { "Apply", "Confirm", "Rollback", "Unenrol" })
        {
            var answer = AskAsNobody($$"""{"verb":"{{verb}}"}""");
            Assert.Contains("\"exit\":5", answer, StringComparison.Ordinal);
            Assert.Contains("User 65534 may read but not change", answer, StringComparison.Ordinal);
        }
        Assert.Equal([LocalVerb.Status], _asked.Select(request => request.Verb));
    }

    [Fact]
    public void One_user_who_may_only_read_holds_a_few_places_and_the_others_are_free()
    {
        RequireRoot();
        using var daemon = Serve();
        File.SetUnixFileMode(
            _directory,
            UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute | UnixFileMode.OtherExecute
        );
        File.SetUnixFileMode(Path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.OtherRead | UnixFileMode.OtherWrite);

        const string script =
            "my @s = map { IO::Socket::UNIX->new(Peer => $ARGV[0]) } 1..40; print scalar readline($s[39]); STDOUT->flush; sleep 600;";
        using var crowd = AsNobody(script, Path);
        try
        {
            Assert.Contains("8 connections", crowd.StandardOutput.ReadLine(), StringComparison.Ordinal);
            // No time limit has passed yet: they hold 8 of 32 places.
            Assert.Equal("did Status", LocalClient.Ask(Path, new LocalRequest(LocalVerb.Status))!.Text);
        }
        finally
        {
            crowd.Kill();
        }
    }

    [Theory]
    [InlineData("nonsense")]
    [InlineData("""{"verb":"Explode"}""")]
    [InlineData("null")]
    public void What_is_not_a_request_is_answered_and_the_daemon_lives_on(string line)
    {
        using var daemon = Serve();

        Assert.Contains("did not understand", Say(line), StringComparison.Ordinal);
        Assert.NotNull(LocalClient.Ask(Path, new LocalRequest(LocalVerb.Status)));
    }

    [Fact]
    public void A_request_that_fails_is_answered_and_the_daemon_lives_on()
    {
        using var daemon = Serve();

        var reply = LocalClient.Ask(Path, new LocalRequest(LocalVerb.Verify));

        Assert.Equal(1, reply!.Exit);
        Assert.NotNull(LocalClient.Ask(Path, new LocalRequest(LocalVerb.Status)));
    }

    public void Dispose()
    {
        _stop.Cancel();
        _stop.Dispose();
        Directory.Delete(_directory, recursive: true);
    }

    private LocalListener Serve(string? text = null)
    {
        var (endpoint, problem) = LocalEndpoint.Open(Path);
        Assert.Equal("", problem);
        var listener = new LocalListener(
            endpoint!,
            (request, _) =>
            {
                if (request.Verb == LocalVerb.Verify)
                    throw new InvalidOperationException("broken on purpose");
                lock (_asked)
                    _asked.Add(request);
                return ValueTask.FromResult(LocalReply.Say(0, text ?? $"did {request.Verb}"));
            },
            AgentLog.Silent,
            TimeProvider.System
        );
        _ = listener.RunAsync(_stop.Token);
        return listener;
    }

    private string Say(string line)
    {
        using var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        socket.Connect(new UnixDomainSocketEndPoint(Path));
        using var stream = new NetworkStream(socket);
        stream.Write(System.Text.Encoding.UTF8.GetBytes(line + "\n"));
        return new StreamReader(stream).ReadLine()!;
    }

    /// <summary>A real process of another user; perl-base is part of every Debian.</summary>
    private string AskAsNobody(string line)
    {
        const string script =
            "my $s = IO::Socket::UNIX->new(Peer => $ARGV[0]) or do { print 'not answer'; exit }; print $s \"$ARGV[1]\\n\"; print scalar "
            + "<$s>;";
        using var child = AsNobody(script, Path, line);
        var answer = child.StandardOutput.ReadToEnd();
        child.WaitForExit();
        return answer;
    }

    private static Process AsNobody(string script, params string[] given) =>
        Process.Start(
            new ProcessStartInfo(
                "setpriv",
                ["--reuid=65534", "--regid=65534", "--clear-groups", "perl", "-MIO::Socket::UNIX", "-MIO::Handle", "-e", script, .. given]
            )
            {
                RedirectStandardOutput = true,
            }
        )!;

    private static void RequireRoot()
    {
        if (!Environment.IsPrivilegedProcess)
            Lacking.Skip("only root can become another user: run ./build.sh test");
    }
}
