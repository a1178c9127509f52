using System.Text.RegularExpressions;

namespace IwTune.Shared.Tests.Architecture;

/// <summary>
/// Sockets, processes and native code stay at the edge: code that uses the operating system is in three folders of the agent.
/// </summary>
public sealed partial class OsSurfaceTests
{
    private static readonly string[] Edge = ["Agent/Linux", "Agent/Windows", "Agent/Local"];

    /// <summary>Files outside the edge that may use it, each with its permitted use and the reason.</summary>
    private static readonly Dictionary<string, string[]> Excepted = new(StringComparer.Ordinal)
    {
        // The library that a token's vendor supplies (docs/adr/0041): Pkcs11Interop looks for the loader functions under a name that only
        // development packages have.
        ["Server/Hosting/Keys/Tokens/DynamicLinker.cs"] = ["NativeLibrary"],
        // The owner of a file: the base library cannot give it away (docs/adr/0054).
        ["Server/Hosting/Linux/DataOwner.cs"] = ["LibraryImport", "Marshal"],
        // Syslog is not HTTP, and a webhook's address is checked when the connection is made (docs/adr/0034).
        ["Server/Features/Audit/Sinks/SyslogSink.cs"] = ["TcpClient", "UdpClient"],
        // Whether the process that left a file still runs: no call of the file system says it.
        ["Server/Hosting/Drafts.cs"] = ["Process."],
        // A browser prints reports: there is no library that makes a tagged PDF of HTML.
        ["Server/Features/Compliance/Exports/Printing/ReportPrinter.cs"] = ["Process.", "ProcessStartInfo"],
        ["Server/Features/Webhooks/Delivery/Outgoing.cs"] = ["new Socket", "NetworkStream"],
    };

    [Fact]
    public void Nothing_outside_the_edge_touches_a_socket_a_process_or_native_code()
    {
        var found =
            from file in SourceFile.Product
            where !file.IsUnder(Edge)
            from Match match in Touches().Matches(file.Code)
            where !Excepted.GetValueOrDefault(file.Path, []).Contains(match.Value, StringComparer.Ordinal)
            select $"{file.Path}: {match.Value}";
        Assert.Empty(found.Distinct(StringComparer.Ordinal));
    }

    [Fact]
    public void The_scan_sees_what_it_looks_for() =>
        Assert.Contains(SourceFile.Product.Where(file => file.IsUnder("Agent/Linux")), file => Touches().IsMatch(file.Code));

    [Theory]
    [InlineData("using var s = new Socket(AddressFamily.InterNetwork, SocketType.Stream, 0);", true)]
    [InlineData("private readonly Socket _s;", true)]
    [InlineData("void Send(Socket? peer)", true)]
    [InlineData("List<Socket> peers;", true)]
    [InlineData("Process.Start(\"ip\");", true)]
    [InlineData("[LibraryImport(\"libc\")]", true)]
    [InlineData("record Options(string Socket, string State);", false)]
    [InlineData("Connect(options.Socket);", false)]
    [InlineData("// a Socket is not opened here", false)]
    [InlineData("text = \"Process it\";", false)]
    public void The_scan_tells_a_thing_from_its_name(string line, bool touches) =>
        Assert.Equal(touches, Touches().IsMatch(new SourceFile("x.cs", line).Code));

    [Fact]
    public void The_shared_language_does_no_input_and_output() =>
        Assert.Empty(
            SourceFile
                .Product.Where(file => file.IsUnder("Shared"))
                .SelectMany(file => Io().Matches(file.Code).Select(match => $"{file.Path}: {match.Value}"))
        );

    [GeneratedRegex(
        @"\b(TcpClient|TcpListener|UdpClient|NetworkStream|UnixDomainSocketEndPoint|NamedPipe\w+Stream)\b"
            + @"|\b(ProcessStartInfo|DllImport|LibraryImport|NativeLibrary|Marshal)\b"
            + @"|\bnew (Socket|Process)\b|\b(Socket|Process)\??\s+[a-z_]\w*|<(Socket|Process)>|(?<![.\w])Process\."
    )]
    private static partial Regex Touches();

    [GeneratedRegex(@"\b(File|FileStream|Directory|HttpClient|Console|Environment)\.")]
    private static partial Regex Io();
}
