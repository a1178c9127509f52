using System.Text.Json;
using IwTune.Agent.Engine.State;
using IwTune.Shared.Formatting;

namespace IwTune.Agent.Windows.TransportFilters;

/// <summary>
/// Which filters are ours. A filter has no name and no room for a mark, so they are listed in a file, each before it is made and until it
/// is gone. A filter that is not in the file belongs to another program and is never removed.
/// </summary>
internal sealed class FilterOwnership(StateDirectory? state)
{
    /// <summary>The file in the state directory.</summary>
    public const string Name = "filters.json";

    /// <summary>The filters, also those that were listed and possibly never made.</summary>
    /// <exception cref="StateUnusableException">
    /// The file exists and cannot be read; which filters may be touched is then not known.
    /// </exception>
    public IReadOnlyList<TransportFilter> Read()
    {
        if (state is null)
            return [];
        var path = state.File(Name);
        try
        {
            var records =
                JsonSerializer.Deserialize(File.ReadAllBytes(path), WindowsJson.Default.IReadOnlyListFilterRecord)
                ?? throw new JsonException("it is empty");
            return [.. records.Select(FilterOf)];
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            return [];
        }
        catch (Exception e) when (e is JsonException or FormatException or IOException or UnauthorizedAccessException)
        {
            throw new StateUnusableException(
                $"{path} lists the transport filters that iwtune made and cannot be read: {Said(e)} Without it no filter is touched. "
                    + "Restore it, or remove it together with the filters.",
                e
            );
        }
    }

    /// <summary>The filters; none when the list cannot be read.</summary>
    public IReadOnlyList<TransportFilter> Peek()
    {
        try
        {
            return Read();
        }
        catch (StateUnusableException)
        {
            return [];
        }
    }

    /// <summary>Replaces the list, on the disk when this returns.</summary>
    /// <exception cref="IOException">The disk does not take it, or there is no state directory.</exception>
    /// <exception cref="UnauthorizedAccessException">This user may not write there.</exception>
    public void Write(IEnumerable<TransportFilter> filters)
    {
        if (state is null)
            throw new IOException("There is no state directory to list it in.");
        List<FilterRecord> records = [.. filters.Distinct().Select(filter => FilterRecord.Of(FilterMatch.Of(filter), filter.Setting))];
        if (records.Count == 0)
            DurableFile.Remove(state.File(Name));
        else
            DurableFile.Replace(
                state.File(Name),
                JsonSerializer.SerializeToUtf8Bytes(records, WindowsJson.Default.IReadOnlyListFilterRecord)
            );
    }

    private static string Said(Exception e) =>
        e is JsonException { LineNumber: { } line, BytePositionInLine: { } at }
            ? Invariant.Text($"it is damaged at line {line + 1}, byte {at + 1}.")
            : e.Message;

    private static TransportFilter FilterOf(FilterRecord record) =>
        record is { Protocol: not null, Setting: { } setting }
            ? record.Match.With(setting)
            : throw new JsonException("an entry names no template");
}
