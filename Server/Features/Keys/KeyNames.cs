namespace IwTune.Server.Features.Keys;

/// <summary>A key by the beginning of its id, as people type it.</summary>
internal static class KeyNames
{
    private const int Least = 6;

    public static KeyRow? Find(IReadOnlyList<KeyRow> rows, string id, out string problem)
    {
        var text = id.StartsWith("sha256:", StringComparison.OrdinalIgnoreCase) ? id["sha256:".Length..] : id;
        var found = text.Length < Least ? [] : rows.Where(row => row.Id.StartsWith(text, StringComparison.OrdinalIgnoreCase)).ToList();
        problem =
            text.Length < Least ? $"'{id}' is too short: give at least {Least} digits of the id."
            : found.Count == 0 ? $"There is no key {id} that is not retired. 'iwtune-server keys list' shows them."
            : found.Count > 1 ? $"{found.Count} keys begin with {id}: give more of the id."
            : "";
        return found.Count == 1 ? found[0] : null;
    }
}
