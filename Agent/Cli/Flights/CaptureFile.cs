using IwTune.Agent.Cli.Output;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Captures;

namespace IwTune.Agent.Cli.Flights;

/// <summary>Reads the capture that was named.</summary>
internal static class CaptureFile
{
    private const int ShowEvery = 1 << 18;

    /// <returns>What it has, and why reading ended early; empty when it did not.</returns>
    /// <exception cref="UsageException">It cannot be read, is not a capture, or lacks the interface that was chosen.</exception>
    public static (CaptureAnalysis Analysis, string EndsEarly) Read(
        CliContext context,
        string file,
        CaptureFilter filter,
        InterfaceChoice chosen
    )
    {
        if (file.Length == 0)
            throw new UsageException("FILE is empty: give the name of a capture, or - for standard input.");
        var name = file == "-" ? "Standard input" : file;
        try
        {
            using var from = file == "-" ? context.Terminal.Bytes() : File.OpenRead(file);
            var reader =
                CaptureReader.Open(from, out var problem)
                ?? throw new UsageException(
                    $"{name} is not a packet capture: {problem}. Write one with 'tcpdump -w FILE' or 'dumpcap -w FILE'."
                );
            using var progress = new ProgressLine(context.Terminal);
            var analysis = new CaptureAnalysis(filter);
            while (reader.Next(out var frame, out var head))
            {
                if (!chosen.Takes(frame.Interface, reader.NameOf(frame)))
                    continue;
                analysis.Add(frame, head);
                if (analysis.Packets % ShowEvery != 0)
                    continue;
                context.Stop.ThrowIfCancellationRequested();
                progress.Show($"{Counted.Of(analysis.Packets, "packet")}, {Counted.Of(analysis.Connections.Count, "connection")} …");
            }
            chosen.Check(name, analysis.Packets);
            return (analysis, reader.EndsEarly);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or NotSupportedException or ArgumentException)
        {
            throw new UsageException($"{name} cannot be read: {UnreadableFile.Why(name, e)} Check the name and its permissions.", e);
        }
    }
}
