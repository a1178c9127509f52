using System.Diagnostics;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Text;
using System.Text.RegularExpressions;
using IwTune.Lab;
using IwTune.Lab.Authorities;
using IwTune.Server.Features.Audit.Sinks;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Features.Audit;

[Trait("Needs", "daemon")]
public sealed partial class SyslogTests
{
    [Theory]
    [InlineData("tcp")]
    [InlineData("tls")]
    public async Task The_real_rsyslog_takes_the_audit_log_and_what_it_missed_when_it_is_back(string scheme)
    {
        var directory = Directory.CreateTempSubdirectory("iwtune-rsyslog-").FullName;
        var (port, log, ca) = (FreePort.Find(), Path.Combine(directory, "got"), Path.Combine(directory, "ca.pem"));
        using (var authority = new LabAuthority("CA of the collector"))
        {
            var (certificate, key) = authority.IssuePem("127.0.0.1");
            File.WriteAllText(ca, authority.Pem);
            File.WriteAllText(Path.Combine(directory, "collector.pem"), certificate);
            File.WriteAllText(Path.Combine(directory, "key.pem"), key);
        }
        await using var server = await RunningServer.StartAsync(with: options =>
            options with
            {
                Syslog = [$"{scheme}://127.0.0.1:{port}"],
                SyslogCa = scheme == "tls" ? ca : "",
            }
        );
        await server.TokenAsync();
        using var rsyslog = Rsyslog(directory, port, log, scheme == "tls");
        try
        {
            await server.TokenAsync();
            await Until.TrueAsync(
                () => File.Exists(log) && Lines(log).Count(line => line.Contains("token.create", StringComparison.Ordinal)) >= 2,
                () => File.Exists(log) ? File.ReadAllText(log) : "nothing came"
            );
            Assert.All(Lines(log), line => Assert.Matches(Message(), line));
        }
        finally
        {
            rsyslog.Kill();
            await rsyslog.WaitForExitAsync();
            Directory.Delete(directory, recursive: true);
        }
    }

    [Fact]
    public async Task A_collector_that_nobody_vouches_for_gets_nothing()
    {
        var directory = Directory.CreateTempSubdirectory("iwtune-syslog-").FullName;
        using var collector = new TcpListener(IPAddress.Loopback, 0);
        collector.Start();
        using var stranger = new LabAuthority("CA of a stranger");
        using var trusted = new LabAuthority("CA of the collector");
        using var certificate = stranger.Issue("127.0.0.1");
        File.WriteAllText(Path.Combine(directory, "ca.pem"), trusted.Pem);
        var sink = new SyslogSink(
            new Uri($"tls://127.0.0.1:{((IPEndPoint)collector.LocalEndpoint).Port}"),
            Path.Combine(directory, "ca.pem"),
            TimeProvider.System
        );
        var taking = sink.TakeAsync([], [], CancellationToken.None);
        using var client = await collector.AcceptTcpClientAsync();
        await using var tls = new SslStream(client.GetStream());
        // What the collector sees of the refusal depends on which side closes first.
        _ = tls.AuthenticateAsServerAsync(certificate).ContinueWith(shaken => shaken.Exception, TaskScheduler.Default);
        Assert.Contains("did not take it", (await Assert.ThrowsAsync<AuditSinkException>(() => taking)).Message, StringComparison.Ordinal);
        Directory.Delete(directory, recursive: true);
    }

    [Fact]
    public async Task Datagrams_hold_one_message_each()
    {
        using var collector = new UdpClient(new IPEndPoint(IPAddress.Loopback, 0));
        var port = ((IPEndPoint)collector.Client.LocalEndPoint!).Port;
        await using var server = await RunningServer.StartAsync(with: options => options with { Syslog = [$"udp://127.0.0.1:{port}"] });
        await server.TokenAsync();
        using var limit = new CancellationTokenSource(Until.Limit);
        var told = Encoding.UTF8.GetString((await collector.ReceiveAsync(limit.Token)).Buffer);
        Assert.StartsWith("<109>1 ", told, StringComparison.Ordinal);
        Assert.Contains(" - CEF:0|IwTune|IwTune|", told, StringComparison.Ordinal);
    }

    private static Process Rsyslog(string directory, int port, string log, bool tls)
    {
        var config = Path.Combine(directory, "rsyslog.conf");
        var (globals, driver) = tls
            ? (
                $"global(defaultNetstreamDriver=\"gtls\" defaultNetstreamDriverCAFile=\"{directory}/ca.pem\" "
                    + $"defaultNetstreamDriverCertFile=\"{directory}/collector.pem\" "
                    + $"defaultNetstreamDriverKeyFile=\"{directory}/key.pem\")",
                " streamDriver.name=\"gtls\" streamDriver.mode=\"1\" streamDriver.authMode=\"anon\""
            )
            : ("", "");
        File.WriteAllText(
            config,
            $"""
            {globals}
            module(load="imtcp"{driver})
            template(name="raw" type="string" string="%rawmsg%\n")
            input(type="imtcp" port="{port}" address="127.0.0.1" ruleset="keep")
            ruleset(name="keep") {"{"} action(type="omfile" file="{log}" template="raw") {"}"}
            """
        );
        return Process.Start(
            new ProcessStartInfo("rsyslogd", ["-n", "-f", config, "-i", Path.Combine(directory, "pid")]) { WorkingDirectory = directory }
        )!;
    }

    private static string[] Lines(string log) => File.ReadAllLines(log);

    [GeneratedRegex(@"^<1\d\d>1 \d{4}-\d\d-\d\dT[\d:.]+Z \S+ iwtune-server \d+ [a-z.-]+ - CEF:0\|IwTune\|IwTune\|")]
    private static partial Regex Message();
}
