using IwTune.Shared.Compliance.Controls;

namespace IwTune.Server.Hosting;

/// <summary>The files of <c>--standards</c>.</summary>
internal static class StandardFiles
{
    /// <summary>The mappings that can be read; everything that is wrong with the others is added to the problems.</summary>
    public static IReadOnlyList<StandardMapping> Read(IReadOnlyList<string> files, List<string> problems)
    {
        var mappings = new List<StandardMapping>();
        foreach (var file in files)
        {
            try
            {
                var (mapping, wrong) = StandardMapping.Read(File.ReadAllText(file));
                problems.AddRange(wrong.Select(problem => $"--standards: {file}: {problem}"));
                if (mapping is not null)
                    mappings.Add(mapping);
            }
            catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
            {
                problems.Add($"--standards: {file} cannot be read: {unreadable.Message}");
            }
        }
        return mappings;
    }
}
