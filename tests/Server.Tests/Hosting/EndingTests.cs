using System.Diagnostics;
using System.Globalization;
using System.Net.Security;
using System.Net.Sockets;
using System.Text;
using IwTune.Server.Hosting;
using IwTune.Server.Tests.Features.Rollouts;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Hosting;

/// <summary>How the real program ends, as a service manager sees it.</summary>
public sealed class EndingTests
{
    [Fact]
    public async Task When_a_part_of_it_fails_it_says_which_and_ends_so_that_it_is_started_again()
    {
        await using var server = await RunningServer.StartAsync();
        using var anna = await server.ApiOfAsync("anna");
        await server.FleetAsync(anna, 1);
        await anna.RollAsync(await anna.StageAsync(Api.Iw10));
        await server.Database.WriteAsync(write => write.ExecuteAsync("update rollouts set state = 'OfALaterVersion'"));
        await server.StopAsync();

        using var program = await StartAsync(server.Data);
        var reading = program.StandardError.ReadToEndAsync();

        var (exit, said) = (await EndAsync(program), await reading);
        Assert.True(exit == 1, $"{exit}: {said}");
        Assert.Contains(
            "iwtune-server: RolloutAdvancer failed, and the server ended with it: System.ArgumentException: Requested value "
                + "'OfALaterVersion' was not found.",
            said,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task Told_to_end_it_ends_well()
    {
        await using var server = await RunningServer.StartAsync();
        await server.StopAsync();

        using var program = await StartAsync(server.Data);
        await AnnouncedAsync(program, "CA pin");
        using var kill = Process.Start("kill", ["-TERM", program.Id.ToString(CultureInfo.InvariantCulture)]);

        Assert.Equal(0, await EndAsync(program));
    }

    [Fact]
    public async Task A_call_under_way_is_answered_before_it_ends_and_the_log_says_why_it_ended_and_for_what_it_waited()
    {
        await using var server = await RunningServer.StartAsync();
        await server.StopAsync();

        using var program = await StartAsync(server.Data);
        var url = await AnnouncedAsync(program, "listening");
        await AnnouncedAsync(program, "CA pin");
        using var slow = new SlowCall(new Uri(url));
        await slow.SendAsync(
            "POST /theme HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                + "Connection: close\r\nContent-Length: 7\r\nExpect: 100-continue\r\n\r\n"
        );
        // It waits for the body now.
        Assert.StartsWith("HTTP/1.1 100", await slow.HeadAsync(), StringComparison.Ordinal);
        await slow.SendAsync("x");
        using var kill = Process.Start("kill", ["-TERM", program.Id.ToString(CultureInfo.InvariantCulture)]);
        Assert.Contains(
            "The server stops (SIGTERM). Calls under way: bodies that arrive 1.",
            await LineAsync(program, "The server stops"),
            StringComparison.Ordinal
        );
        // Longer than the parser of the command line would let it live.
        foreach (var letter in "=12345")
            await slow.SendAsync($"{letter}", after: TimeSpan.FromSeconds(0.5));

        Assert.StartsWith("HTTP/1.1 ", await slow.AnswerAsync(), StringComparison.Ordinal);
        var last = await LineAsync(program, "The server has stopped");
        Assert.Matches(@"The server has stopped \(SIGTERM\)\. It waited [2-9]\.[0-9] s for calls and [0-9.]+ s for its own work\.$", last);
        Assert.Equal(0, await EndAsync(program));
    }

    [Fact]
    public async Task A_second_one_on_the_same_data_directory_is_refused_with_either_store()
    {
        await using var server = await RunningServer.StartAsync();
        await server.StopAsync();
        using var first = await StartAsync(server.Data);
        await AnnouncedAsync(first, "CA pin");
        using var second = await StartAsync(server.Data);
        var reading = second.StandardError.ReadToEndAsync();

        Assert.Equal(1, await EndAsync(second));
        Assert.Contains("another server runs on this directory", await reading, StringComparison.Ordinal);
        first.Kill();
    }

    [Fact]
    public async Task An_address_of_another_host_is_said_in_a_sentence()
    {
        await using var server = await RunningServer.StartAsync();
        await server.StopAsync();

        // TEST-NET-3 (RFC 5737): no host has it.
        using var program = await StartAsync(server.Data, "203.0.113.1:7443");
        var reading = program.StandardError.ReadToEndAsync();

        var (exit, said) = (await EndAsync(program), await reading);
        Assert.True(exit == 1, $"{exit}: {said}");
        Assert.Contains("iwtune-server: --listen 203.0.113.1:7443: Cannot assign requested address", said, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", said, StringComparison.Ordinal);
    }

    /// <summary>A call whose body comes piece by piece.</summary>
    private sealed class SlowCall : IDisposable
    {
        private readonly TcpClient _connection;
        private readonly SslStream _stream;

        public SlowCall(Uri server)
        {
            _connection = new TcpClient("127.0.0.1", server.Port);
            _stream = new SslStream(_connection.GetStream(), leaveInnerStreamOpen: false, (_, _, _, _) => true);
            _stream.AuthenticateAsClient("localhost");
        }

        public async Task SendAsync(string text, TimeSpan after = default)
        {
            await Task.Delay(after, TestContext.Current.CancellationToken);
            await _stream.WriteAsync(Encoding.ASCII.GetBytes(text));
            await _stream.FlushAsync();
        }

        public async Task<string> HeadAsync()
        {
            var head = new StringBuilder();
            var one = new byte[1];
            while (!head.ToString().EndsWith("\r\n\r\n", StringComparison.Ordinal) && await _stream.ReadAsync(one) > 0)
                head.Append((char)one[0]);
            return $"{head}";
        }

        public async Task<string> AnswerAsync() => await new StreamReader(_stream).ReadToEndAsync();

        public void Dispose()
        {
            _stream.Dispose();
            _connection.Dispose();
        }
    }

    private static async Task<Process> StartAsync(string data, string listen = "127.0.0.1:0")
    {
        string[] store = await TestStore.UrlAsync(data) is { } url ? ["--database", url] : [];
        return Process.Start(
            new ProcessStartInfo("dotnet", [typeof(ServerApp).Assembly.Location, "run", "--data", data, "--listen", listen, .. store])
            {
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            }
        )!;
    }

    private static async Task<string> AnnouncedAsync(Process program, string what) =>
        (await LineAsync(program, what))[what.Length..].Trim();

    private static async Task<string> LineAsync(Process program, string part)
    {
        while (await program.StandardOutput.ReadLineAsync() is { } line)
            if (line.Contains(part, StringComparison.Ordinal))
                return line;
        return $"no line with '{part}'";
    }

    private static async Task<int> EndAsync(Process program)
    {
        using var limit = new CancellationTokenSource(TimeSpan.FromMinutes(1));
        try
        {
            await program.WaitForExitAsync(limit.Token);
            return program.ExitCode;
        }
        finally
        {
            program.Kill();
        }
    }
}
