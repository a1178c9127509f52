namespace IwTune.Agent.Windows.Templates;

/// <summary>Sets AutomaticUseCustom by the first method that works.</summary>
/// <param name="roads">The methods, best first.</param>
/// <param name="written">Called after an attempt.</param>
internal sealed class AutomaticRoads(IReadOnlyList<(Road Road, IAutomaticChoice Choice)> roads, Action written) : IAutomaticChoice
{
    /// <inheritdoc/>
    public async ValueTask<string> SetAsync(bool useCustom, CancellationToken ct)
    {
        var problems = new List<string>();
        foreach (var (road, choice) in roads)
        {
            var problem = await choice.SetAsync(useCustom, ct);
            written();
            if (problem.Length == 0)
                return "";
            problems.Add($"{RoadName.Of(road)}: {problem}");
        }
        return string.Join("; ", problems);
    }
}
