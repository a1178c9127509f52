using System.Text.Json;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Linux;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Reporting;

/// <summary>The outbox on disk.</summary>
public sealed partial class Outbox
{
    private const int ChunkBytes = 256 << 10;

    private void Recover()
    {
        Durable = _bookmark.Read();
        foreach (var path in Directory.GetFiles(_directory, "*" + Chunk.Extension).Order(StringComparer.Ordinal))
        {
            if (Chunk.Recover(path) is not { } chunk)
                continue;
            // Released before the crash, empty, or not continuing the chunk before: useless to a server that counts without gaps.
            var follows = _chunks.Count == 0 ? chunk.First <= Durable + 1 || Durable == 0 : chunk.First == _chunks[^1].Last + 1;
            if (chunk.Last <= Durable || chunk.Last < chunk.First || !follows)
                File.Delete(path);
            else
                _chunks.Add(chunk);
        }
        if (_chunks.Count > 0)
            Durable = Math.Max(Durable, _chunks[0].First - 1);
        Last = _chunks.Count > 0 ? _chunks[^1].Last : Durable;
    }

    /// <summary>Numbers the lines and writes them with one flush per chunk.</summary>
    private void WriteAll(IReadOnlyList<ReportLine> lines)
    {
        for (var written = 0; written < lines.Count; )
        {
            var chunk =
                _chunks.Count > 0 && _chunks[^1].Bytes < ChunkBytes
                    ? _chunks[^1]
                    : new Chunk(Chunk.PathOf(_directory, Last + 1), Last + 1, Last, 0);
            var content = new MemoryStream();
            var last = Last;
            while (written < lines.Count && chunk.Bytes + content.Length < ChunkBytes)
            {
                JsonSerializer.Serialize(content, lines[written++] with { Number = ++last }, AgentJson.Default.ReportLine);
                content.WriteByte((byte)'\n');
            }
            WriteTo(chunk, content.GetBuffer().AsSpan(0, (int)content.Length));
            if (chunk.Bytes == 0)
                _chunks.Add(chunk);
            _chunks[^1] = chunk with { Last = last, Bytes = chunk.Bytes + content.Length };
            Last = last;
        }
    }

    private static void WriteTo(Chunk chunk, ReadOnlySpan<byte> content)
    {
        using (var file = OwnFile.OpenToWrite(chunk.Path))
        {
            try
            {
                RandomAccess.SetLength(file, chunk.Bytes); // Removes the rest of an append that failed half-way.
                RandomAccess.Write(file, content, chunk.Bytes);
                RandomAccess.FlushToDisk(file);
            }
            catch (IOException e)
            {
                throw OwnFile.Failed(chunk.Path, e);
            }
        }
        if (chunk.Bytes == 0)
            DurableFile.FlushDirectoryOf(chunk.Path);
    }
}
