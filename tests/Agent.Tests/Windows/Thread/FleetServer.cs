using System.Net;
using System.Net.Sockets;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Windows.Thread;

/// <summary>A real iwtune-server on loopback.</summary>
internal sealed class FleetServer : IDisposable
{
    private readonly string _data = Directory.CreateTempSubdirectory("iwtune-fleet-").FullName;
    private readonly LabProcess _process;
    private readonly int _port;

    private FleetServer()
    {
        _port = FreePort.Find();
        _process = LabProcess.Start(Binaries.Server, ["run", "--data", _data, "--listen", $"127.0.0.1:{_port}", "--audit-file", AuditFile]);
    }

    /// <summary>The URL that agents call.</summary>
    public string Url => $"https://127.0.0.1:{_port}";

    /// <summary>What it printed.</summary>
    public string Output => _process.Output;

    /// <summary>Whether an entry of its audit log contains a text.</summary>
    public bool Told(string text) => File.Exists(AuditFile) && File.ReadAllText(AuditFile).Contains(text, StringComparison.Ordinal);

    public static async Task<FleetServer> StartAsync()
    {
        var server = new FleetServer();
        try
        {
            await Until.TrueAsync(server.Listens, () => "the server does not listen:\n" + server.Output);
            return server;
        }
        catch
        {
            server.Dispose();
            throw;
        }
    }

    /// <summary>A token made by the real command.</summary>
    public ServerToken CreateToken(params string[] options) => ServerToken.Create(["--data", _data, .. options]);

    public void Dispose()
    {
        _process.Dispose();
        Directory.Delete(_data, recursive: true);
        File.Delete(AuditFile);
    }

    private string AuditFile => _data + ".audit.jsonl";

    private bool Listens()
    {
        if (_process.Ended)
            throw new LabException("the server ended:\n" + Output);
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            socket.Connect(IPAddress.Loopback, _port);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
