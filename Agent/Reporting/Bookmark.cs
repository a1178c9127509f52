using System.Globalization;
using System.Text;
using IwTune.Agent.Engine.State;

namespace IwTune.Agent.Reporting;

/// <summary>The number up to which the server has made lines durable. One number in one file.</summary>
/// <param name="path">The file.</param>
public sealed class Bookmark(string path)
{
    /// <summary>
    /// Reads it; 0 when there is none or it is unreadable: lines are then sent again, which the server accepts as duplicates.
    /// </summary>
    public long Read() =>
        File.Exists(path) && long.TryParse(SharedFile.ReadAllText(path), NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            ? number
            : 0;

    /// <summary>Moves it.</summary>
    /// <exception cref="IOException">It could not be written; it is unchanged.</exception>
    public void Write(long number) => DurableFile.Replace(path, Encoding.ASCII.GetBytes(number.ToString(CultureInfo.InvariantCulture)));
}
