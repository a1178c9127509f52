using System.Net;
using System.Text;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Policies;

namespace IwTune.Server.Tests.Features.Policies;

public sealed class PublishTests
{
    public static TheoryData<string, string> BadDocuments =>
        new()
        {
            { "initcwnd: 0", Of("initcwnd: 0") },
            { "initcwnd: 1024", Of("initcwnd: 1024") },
            { "initcwnd: -1", Of("initcwnd: -1") },
            { "initcwnd: ten", Of("initcwnd: ten") },
            { "a megabyte", "policy: edge\n#" + new string('x', 1 << 20) },
            { "an alias", "policy: &a edge\nwindow: { initcwnd: 10 }\nscopes: [default]\nconfirm: *a\n" },
            { "a duplicate key", "policy: edge\npolicy: edge\nwindow: { initcwnd: 10 }\nscopes: [default]\n" },
            { "an unknown key", "policy: edge\nwindow: { initcwnd: 10 }\nscopes: [default]\nspeed: high\n" },
            { "a line break in the name", "policy: \"a\\r\\nb\"\nwindow: { initcwnd: 10 }\nscopes: [default]\n" },
            { "a prefix with host bits", "policy: edge\nwindow: { initcwnd: 10 }\nscopes:\n  - prefix: 10.0.0.1/8\n" },
            { "an interface no kernel has", "policy: edge\nwindow: { initcwnd: 10 }\nscopes:\n  - interface: a-name-far-too-long\n" },
            { "nothing", "" },
        };

    [Theory]
    [MemberData(nameof(BadDocuments))]
    public async Task A_bad_document_is_refused_with_its_place_and_changes_nothing(string what, string document)
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        using var answer = await api.TryPublishAsync(document, assign: "*");
        if (document.Length > 1 << 20 && answer.StatusCode == HttpStatusCode.RequestEntityTooLarge)
            await answer.ProblemAsync(HttpStatusCode.RequestEntityTooLarge);
        else
            Assert.All((await answer.ProblemAsync(HttpStatusCode.BadRequest)).Problems!, problem => Assert.NotEmpty(problem.Rule + what));
        Assert.Equal(
            0,
            await server.Database.ReadAsync(db =>
                db.ValueAsync<long>(
                    "select (select count(*) from policies) + (select count(*) from revisions) + (select count(*) from assignments) + "
                        + "(select sequence from publication)"
                )
            )
        );
    }

    [Fact]
    public async Task Every_problem_of_document_reason_and_selector_comes_in_one_answer()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        const string document = "policy: Edge!\nwindow: { initcwnd: 0, initrwnd: 9999 }\nspeed: high\nscopes:\n  - prefix: 10.0.0.1/8\n";
        var problem = await (await api.TryPublishAsync(document, reason: "", assign: "nonsense")).ProblemAsync(HttpStatusCode.BadRequest);
        var paths = problem.Problems!.Select(p => p.Path).ToList();
        foreach (var expected in new[] { "policy", "window.initcwnd", "window.initrwnd", "speed", "scopes[0].prefix", "reason", "assign" })
            Assert.Contains(expected, paths);
        Assert.Contains(problem.Problems!, p => p is { Path: "window.initcwnd", Line: 2, Column: > 0, Value: "0" });
    }

    [Fact]
    public async Task Identical_content_makes_no_new_revision_and_says_so()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var first = await api.PublishAsync(Api.Iw3);
        using var again = await api.TryPublishAsync("# a comment changes no host\n" + Api.Iw3);
        Assert.Equal(HttpStatusCode.OK, again.StatusCode);
        var reply = await again.ReadAsync(PoliciesJson.Default.PublishReply);
        Assert.True(reply.Unchanged);
        Assert.Equal((first.Revision, first.Sequence, first.Digest), (reply.Revision, reply.Sequence, reply.Digest));
    }

    [Fact]
    public async Task Publications_at_the_same_time_get_numbers_of_their_own()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var replies = await Task.WhenAll(Enumerable.Range(1, 20).Select(i => api.PublishAsync(Of($"initcwnd: {i}"))));
        Assert.Equal(Enumerable.Range(1, 20), replies.Select(r => r.Revision).Order());
        Assert.Equal(20, replies.Select(r => r.Sequence).Distinct().Count());
        var detail = await api.GetAsync(FleetPaths.Policy("edge"), PoliciesJson.Default.PolicyDetail);
        Assert.Equal(Enumerable.Range(1, 20).Reverse(), detail.Revisions.Select(r => r.Number));
    }

    [Fact]
    public async Task A_rollback_is_a_new_higher_revision_with_the_old_content_and_reaches_the_host()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var host = await server.EnrolAsync();
        var first = await api.PublishAsync(Api.Iw3, assign: "*");
        await api.PublishAsync(Api.Iw10);
        await host.TakeAsync();
        var reply = await api.RollbackAsync("edge", 1);
        Assert.Equal((3, first.Digest, false, 1), (reply.Revision, reply.Digest, reply.Unchanged, reply.Hosts));
        var bundle = (await host.TakeAsync())!;
        Assert.Equal((3, 3), (bundle.Content.Revision!.Value, bundle.Content.Windows[0].InitCwnd!.Value));
        var detail = await api.GetAsync(FleetPaths.Policy("edge"), PoliciesJson.Default.PolicyDetail);
        Assert.Equal((1, Api.Iw3), (detail.Revisions[0].RollbackTo, detail.Document));
        Assert.True((await api.RollbackAsync("edge", 1)).Unchanged);
    }

    [Fact]
    public async Task A_rollback_to_what_never_was_or_without_a_reason_is_refused()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3);
        await (await PostAsync("""{"to":7,"reason":"x"}""")).ProblemAsync(HttpStatusCode.NotFound);
        await (await PostAsync("""{"to":1,"reason":" "}""")).ProblemAsync(HttpStatusCode.BadRequest);
        await (await PostAsync("nonsense")).ProblemAsync(HttpStatusCode.BadRequest);

        Task<HttpResponseMessage> PostAsync(string body) =>
            api.PostAsync(FleetPaths.Rollback("edge"), new StringContent(body, Encoding.UTF8, "application/json"));
    }

    [Fact]
    public async Task The_difference_of_two_revisions_comes_line_by_line()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw3);
        await api.PublishAsync(Api.Iw10);
        var diff = await api.GetAsync(FleetPaths.Diff("edge", 1, 2), PoliciesJson.Default.PolicyDiff);
        Assert.Equal([DiffKind.Same, DiffKind.Removed, DiffKind.Added, DiffKind.Same], diff.Lines.Select(l => l.Kind));
        Assert.Equal("window: { initcwnd: 10 }", diff.Lines[2].Text);
    }

    [Fact]
    public async Task A_document_can_be_validated_without_being_published()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync(Role.Viewer);
        using var answer = await api.PostAsync(
            FleetPaths.Validate,
            new StringContent("""{"document":"policy: edge","reason":""}""", Encoding.UTF8, "application/json")
        );
        var reply = await answer.ReadAsync(PoliciesJson.Default.ValidateReply);
        Assert.NotEmpty(reply.Problems);
        Assert.Empty(await api.GetAsync(FleetPaths.Policies, PoliciesJson.Default.IReadOnlyListPolicySummary));
    }

    private static string Of(string window) => $"policy: edge\nwindow: {{ {window} }}\nscopes: [default]\n";
}
