using System.Globalization;
using System.Net;
using System.Runtime.InteropServices;
using IwTune.Agent.Linux.Trials;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Linux.Trials;

public sealed partial class TrialServerTests
{
    [Fact]
    public void Its_address_is_free_at_once_although_a_starting_child_still_has_the_socket()
    {
        var at = new IPEndPoint(IPAddress.Loopback, FreePort.Find());
        int copy;
        using (TrialServer.Open(at, 1, "reno"))
            copy = Duplicate(Listening(at.Port));
        try
        {
            Assert.True(copy > 0);
            using var next = TrialServer.Open(at, 1, "reno");
        }
        finally
        {
            Close(copy);
        }
    }

    /// <summary>The descriptor of this process that listens on the port.</summary>
    private static int Listening(int port)
    {
        var address = string.Create(CultureInfo.InvariantCulture, $":{port:X4}");
        var inode = File.ReadLines("/proc/self/net/tcp")
            .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries))
            .Single(cells => cells[1].EndsWith(address, StringComparison.Ordinal) && cells[3] == "0A")[9];
        return int.Parse(
            Directory
                .EnumerateFiles("/proc/self/fd")
                // Without an exception where another test closes it meanwhile.
                .Single(file => new FileInfo(file).LinkTarget == $"socket:[{inode}]")
                .Split('/')[^1],
            CultureInfo.InvariantCulture
        );
    }

    [LibraryImport("libc", EntryPoint = "dup", SetLastError = true)]
    private static partial int Duplicate(int descriptor);

    [LibraryImport("libc", EntryPoint = "close", SetLastError = true)]
    private static partial int Close(int descriptor);
}
