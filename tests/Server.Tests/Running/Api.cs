using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Running;

/// <summary>Calls of the fleet's API as a program makes them.</summary>
internal static class Api
{
    public const string Iw3 = "policy: edge\nwindow: { initcwnd: 3 }\nscopes: [default]\n";
    public const string Iw10 = "policy: edge\nwindow: { initcwnd: 10 }\nscopes: [default]\n";

    public static Task<HttpResponseMessage> TryPublishAsync(
        this HttpClient api,
        string document,
        string reason = "because",
        string? assign = null
    ) => api.PostAsJsonAsync(FleetPaths.Policies, new PublishRequest(document, reason, assign), PoliciesJson.Default.PublishRequest);

    public static async Task<PublishReply> PublishAsync(this HttpClient api, string document, string? assign = null)
    {
        using var answer = await api.TryPublishAsync(document, assign: assign);
        return await answer.ReadAsync(PoliciesJson.Default.PublishReply);
    }

    public static async Task<PublishReply> RollbackAsync(this HttpClient api, string policy, int to)
    {
        using var answer = await api.PostAsJsonAsync(
            FleetPaths.Rollback(policy),
            new RollbackRequest(to, "it was better"),
            PoliciesJson.Default.RollbackRequest
        );
        return await answer.ReadAsync(PoliciesJson.Default.PublishReply);
    }

    public static async Task<T> GetAsync<T>(this HttpClient api, string path, JsonTypeInfo<T> type)
    {
        using var answer = await api.GetAsync(path);
        return await answer.ReadAsync(type);
    }

    public static async Task<T> ReadAsync<T>(this HttpResponseMessage answer, JsonTypeInfo<T> type)
    {
        var text = await answer.Content.ReadAsStringAsync();
        Assert.True(answer.IsSuccessStatusCode, $"{(int)answer.StatusCode} {text}");
        return JsonSerializer.Deserialize(text, type)!;
    }

    public static async Task<FleetProblem> ProblemAsync(this HttpResponseMessage answer, HttpStatusCode expected)
    {
        var text = await answer.Content.ReadAsStringAsync();
        Assert.True(answer.StatusCode == expected, $"{(int)answer.StatusCode} instead of {(int)expected}: {text}");
        Assert.Equal("application/problem+json", answer.Content.Headers.ContentType?.MediaType);
        return JsonSerializer.Deserialize(text, WireJson.Default.FleetProblem)!;
    }
}
