using System.Text.Json;

namespace IwTune.Chaos.Cluster.Databases;

/// <summary>The members of the database as Patroni's REST API lists them.</summary>
/// <param name="Members">Each with its name, its role and its state.</param>
internal sealed record DatabaseState(IReadOnlyList<DatabaseState.Member> Members)
{
    private static readonly JsonSerializerOptions Names = new(JsonSerializerDefaults.Web);

    public string? Primary => Named("leader");

    /// <summary>The standby that has everything that was acknowledged.</summary>
    public string? Synchronous => Named("sync_standby");

    public static DatabaseState Parse(string json) => JsonSerializer.Deserialize<DatabaseState>(json, Names)!;

    /// <summary>True when a primary and all standbys run, on one timeline.</summary>
    public bool Whole(int machines) =>
        Members.Count == machines
        && Primary is not null
        && Synchronous is not null
        && Members.All(member => member.State is "running" or "streaming")
        && Members.Select(member => member.Timeline).Distinct().Count() == 1;

    public override string ToString() =>
        string.Join(", ", Members.Select(member => $"{member.Name} {member.Role} {member.State} {member.Timeline}"));

    private string? Named(string role) =>
        Members.FirstOrDefault(member => member.Role == role && member.State == "running")?.Name
        ?? Members.FirstOrDefault(member => member.Role == role && member.State == "streaming")?.Name;

    internal sealed record Member(string Name, string Role, string State, int Timeline);
}
