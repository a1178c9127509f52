using System.Net;
using System.Net.Http.Json;
using IwTune.Lab;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Webhooks.Events;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Tests.Features.Webhooks;

public sealed class DeliveryTests(WebhookFixture fleet) : IClassFixture<WebhookFixture>
{
    [Fact]
    public async Task An_event_is_told_once_signed_with_the_secret_that_was_shown_once()
    {
        await using var receiver = await Receiver.StartAsync();
        var made = await fleet.AddAsync(receiver.Address, kinds: WebhookKinds.Host);
        var host = await fleet.Server.EnrolAsync("told-1");

        await Until.TrueAsync(() => !receiver.Messages.IsEmpty, () => "a delivery");
        var message = Assert.Single(receiver.Messages);
        Assert.True(message.IsSignedWith(made.Secret));
        Assert.False(message.IsSignedWith("whsec_" + Convert.ToBase64String(new byte[32])));
        Assert.Equal("host.enrol", message.Event.Type);
        Assert.Equal(new WebhookHost(host.Id, "told-1"), message.Event.Data.Host);
        Assert.EndsWith($"/hosts/{host.Id}", message.Event.Data.Url, StringComparison.Ordinal);
        await Until.TrueAsync(
            async () => (await fleet.FindAsync(made.Webhook.Id)) is { Waiting: 0, Delivered: not null },
            () => "recorded as taken"
        );
        Assert.DoesNotContain(made.Secret, await fleet.Api.GetStringAsync(FleetPaths.Webhooks), StringComparison.Ordinal);
        await fleet.RemoveAsync(made);
    }

    [Fact]
    public async Task A_receiver_that_fails_is_told_again_with_the_same_id_until_it_takes_it()
    {
        await using var receiver = await Receiver.StartAsync();
        await receiver.AnswersAsync(500);
        var made = await fleet.AddAsync(receiver.Address, kinds: WebhookKinds.Host);
        await fleet.Server.EnrolAsync("told-2");

        await Until.TrueAsync(() => receiver.Messages.Count >= 2, () => "a second try");
        await receiver.AnswersAsync(200);
        await Until.TrueAsync(async () => (await fleet.DeliveriesAsync(made.Webhook.Id, "delivered")).Count == 1, () => "taken in the end");
        Assert.Single(receiver.Messages.Select(message => message.Id).Distinct(StringComparer.Ordinal));
        await fleet.RemoveAsync(made);
    }

    [Fact]
    public async Task What_nobody_takes_is_given_up_and_can_be_sent_again_by_hand()
    {
        await using var receiver = await Receiver.StartAsync();
        await receiver.AnswersAsync(400);
        var made = await fleet.AddAsync(receiver.Address, kinds: WebhookKinds.Host);
        await fleet.Server.EnrolAsync("told-3");

        await Until.TrueAsync(async () => (await fleet.DeliveriesAsync(made.Webhook.Id, "dead")).Count == 1, () => "given up");
        var dead = Assert.Single(await fleet.DeliveriesAsync(made.Webhook.Id, "dead"));
        Assert.Equal((4, 400), (dead.Tries, dead.Status));
        Assert.Equal(1, (await fleet.FindAsync(made.Webhook.Id)).Dead);
        await receiver.AnswersAsync(200);
        using (
            var again = await fleet.Api.PostAsJsonAsync(
                FleetPaths.WebhookRedeliver(made.Webhook.Id),
                new(),
                WebhookJson.Default.RedeliverRequest
            )
        )
            Assert.Equal(1, (await again.ReadAsync(WebhookJson.Default.RedeliverReply)).Deliveries);
        await Until.TrueAsync(async () => (await fleet.DeliveriesAsync(made.Webhook.Id, "delivered")).Count == 1, () => "taken by hand");
        await fleet.RemoveAsync(made);
    }

    [Fact]
    public async Task Gone_ends_it_until_somebody_resumes_it()
    {
        await using var receiver = await Receiver.StartAsync();
        await receiver.AnswersAsync(410);
        var made = await fleet.AddAsync(receiver.Address, kinds: WebhookKinds.Host);
        await fleet.Server.EnrolAsync("told-4");

        await Until.TrueAsync(async () => (await fleet.FindAsync(made.Webhook.Id)).State == WebhookState.Gone, () => "gone");
        await fleet.Server.EnrolAsync("told-5");
        await receiver.AnswersAsync(200);
        using (var resumed = await fleet.Api.PostAsync(FleetPaths.WebhookResume(made.Webhook.Id), null))
            Assert.Equal(WebhookState.Active, (await resumed.ReadAsync(WebhookJson.Default.WebhookSummary)).State);
        await fleet.Server.EnrolAsync("told-6");
        await Until.TrueAsync(async () => (await fleet.DeliveriesAsync(made.Webhook.Id, "delivered")).Count == 1, () => "told again");
        Assert.Equal(["told-4", "told-6"], receiver.Messages.Select(message => message.Event.Data.Host!.Name));
        await fleet.RemoveAsync(made);
    }

    [Fact]
    public async Task A_receiver_that_hangs_holds_up_nobody_else_and_a_redirect_is_not_followed()
    {
        await using var hangs = await Receiver.StartAsync();
        await using var quick = await Receiver.StartAsync();
        await using var elsewhere = await Receiver.StartAsync();
        await using var redirects = await Receiver.StartAsync();
        hangs.Answer = (context, _) => Task.Delay(Timeout.Infinite, context.RequestAborted).ContinueWith(_ => { }, TaskScheduler.Default);
        redirects.Answer = (context, _) =>
        {
            context.Response.Redirect(elsewhere.Address);
            return Task.CompletedTask;
        };
        var slow = await fleet.AddAsync(hangs.Address, kinds: WebhookKinds.Host);
        var led = await fleet.AddAsync(redirects.Address, kinds: WebhookKinds.Host);
        var made = await fleet.AddAsync(quick.Address, kinds: WebhookKinds.Host);
        await fleet.Server.EnrolAsync("told-7");
        await fleet.Server.EnrolAsync("told-8");

        await Until.TrueAsync(() => quick.Messages.Count == 2, () => "both at the quick one");
        await Until.TrueAsync(
            async () =>
                (await fleet.DeliveriesAsync(slow.Webhook.Id)).Any(one =>
                    one.Answer.StartsWith("No response within", StringComparison.Ordinal)
                ),
            () => "the hanging one timed out"
        );
        await Until.TrueAsync(
            async () => (await fleet.DeliveriesAsync(led.Webhook.Id)).Any(one => one.Status == 302),
            () => "the redirect was seen"
        );
        Assert.Empty(elsewhere.Messages);
        await fleet.RemoveAsync(slow);
        await fleet.RemoveAsync(led);
        await fleet.RemoveAsync(made);
    }

    [Fact]
    public async Task Retry_after_is_obeyed_for_the_whole_receiver()
    {
        await using var receiver = await Receiver.StartAsync();
        receiver.Answer = (context, _) =>
        {
            context.Response.StatusCode = 429;
            context.Response.Headers.RetryAfter = "1800";
            return Task.CompletedTask;
        };
        var made = await fleet.AddAsync(receiver.Address, kinds: WebhookKinds.Host);
        await fleet.Server.EnrolAsync("told-9");
        await Until.TrueAsync(async () => (await fleet.FindAsync(made.Webhook.Id)).PausedUntil is not null, () => "paused");
        var until = (await fleet.FindAsync(made.Webhook.Id)).PausedUntil!.Value;
        Assert.InRange(until - fleet.Server.Clock.GetUtcNow(), TimeSpan.FromMinutes(25), TimeSpan.FromMinutes(30));
        Assert.Single(receiver.Messages);
        await fleet.RemoveAsync(made);
    }

    [Fact]
    public async Task What_was_rolled_back_is_told_to_nobody()
    {
        await using var receiver = await Receiver.StartAsync();
        var made = await fleet.AddAsync(receiver.Address, kinds: WebhookKinds.Audit);
        var given = await Assert.ThrowsAsync<InvalidDataException>(() =>
            fleet.Server.Database.WriteAsync<int>(async write =>
            {
                await AuditLog.AppendAsync(write, fleet.Server.Clock, "test", PolicyActions.Remove, "policy:never", "Never.");
                throw new InvalidDataException("no");
            })
        );
        Assert.Equal("no", given.Message);
        await fleet.Server.Database.WriteAsync(async write =>
        {
            await AuditLog.AppendAsync(write, fleet.Server.Clock, "test", PolicyActions.Publish, "policy:happened", "Happened.");
            return 0;
        });
        await Until.TrueAsync(() => !receiver.Messages.IsEmpty, () => "the one that was kept");
        Assert.DoesNotContain(receiver.Messages, message => message.Event.Type == PolicyActions.Remove.Name);
        await fleet.RemoveAsync(made);
    }

    [Fact]
    public async Task Events_of_one_subject_come_in_order_although_the_first_is_refused_at_first()
    {
        await using var receiver = await Receiver.StartAsync();
        // Refused until the other subject's message has arrived, which therefore does not wait behind it.
        receiver.Answer = (context, message) =>
        {
            if (message.Event.Type == "rollout.plan" && receiver.Messages.All(before => before.Event.Type != "rollout.pause"))
                context.Response.StatusCode = 422;
            return Task.CompletedTask;
        };
        var made = await fleet.AddAsync(receiver.Address, kinds: WebhookKinds.Rollout);
        await fleet.Server.Database.WriteAsync(async write =>
        {
            foreach (
                var (type, subject) in new[]
                {
                    (RolloutActions.Plan, "rollout:a"),
                    (RolloutActions.Approve, "rollout:a"),
                    (RolloutActions.Pause, "rollout:b"),
                    (RolloutActions.Start, "rollout:a"),
                }
            )
                await AuditLog.AppendAsync(write, fleet.Server.Clock, "test", type, subject, "Step.");
            return 0;
        });
        await Until.TrueAsync(async () => (await fleet.DeliveriesAsync(made.Webhook.Id, "delivered")).Count == 4, () => "all four");
        var types = receiver.Messages.Select(message => message.Event.Type).Where(type => type != "rollout.pause").ToList();
        Assert.Equal(["rollout.approve", "rollout.start"], types.SkipWhile(type => type == "rollout.plan"));
        await fleet.RemoveAsync(made);
    }

    [Fact]
    public async Task A_flood_of_verdicts_is_told_as_a_few_digests_and_none_is_uncounted()
    {
        await using var receiver = await Receiver.StartAsync();
        var made = await fleet.AddAsync(receiver.Address, kinds: WebhookKinds.Verdict);
        const int Flood = 10_000;
        for (var begin = 0; begin < Flood; begin += 1000)
        {
            var first = begin;
            await fleet.Server.Database.WriteAsync(async write =>
            {
                await EventOutbox.TellAsync(
                    write,
                    fleet.Server.Clock,
                    [
                        .. Enumerable
                            .Range(first, 1000)
                            .Select(i => new WebhookEvent
                            {
                                Type = "verdict.changed",
                                Timestamp = fleet.Server.Clock.GetUtcNow(),
                                Data = new()
                                {
                                    Kind = WebhookKinds.Verdict,
                                    Subject = $"host:{i}",
                                    Text = $"web-{i}: Compliant → Drifted.",
                                    Host = new($"{i}", $"web-{i}"),
                                    Verdict = new(Verdict.Compliant, Verdict.Drifted, "edge", 1),
                                },
                            }),
                    ]
                );
                return 0;
            });
        }
        await Until.TrueAsync(async () => (await fleet.FindAsync(made.Webhook.Id)).Waiting == 0, () => "nothing waits");
        Assert.Equal(Flood, receiver.Messages.Sum(message => message.Event.Data.Digest?.Count ?? 1));
        Assert.InRange(receiver.Messages.Count, 1, 120);
        Assert.All(receiver.Messages, message => Assert.InRange(message.Body.Length, 1, 200_000));
        var digest = receiver.Messages.First(message => message.Event.Data.Digest is not null).Event.Data;
        Assert.Contains("Compliant → Drifted", digest.Text, StringComparison.Ordinal);
        await fleet.RemoveAsync(made);
    }

    [Fact]
    public async Task A_flood_of_audit_entries_is_packed_and_every_one_of_them_is_there_in_order()
    {
        await using var receiver = await Receiver.StartAsync();
        var made = await fleet.AddAsync(receiver.Address, kinds: WebhookKinds.Audit);
        await fleet.Server.Database.WriteAsync(async write =>
        {
            for (var i = 0; i < 500; i++)
                await AuditLog.AppendAsync(write, fleet.Server.Clock, "test", HoldActions.Set, $"policy:p{i}", $"Number {i}.");
            return 0;
        });
        await Until.TrueAsync(async () => (await fleet.FindAsync(made.Webhook.Id)).Waiting == 0, () => "nothing waits");
        var told = receiver
            .Messages.SelectMany(message => message.Event.Data.Digest?.Events ?? [message.Event])
            .Where(one => one.Type == HoldActions.Set.Name)
            .Select(one => one.Data.Text);
        Assert.Equal(Enumerable.Range(0, 500).Select(i => $"Number {i}."), told);
        Assert.InRange(receiver.Messages.Count, 5, 40);
        await fleet.RemoveAsync(made);
    }

    [Fact]
    public async Task A_selector_leaves_other_hosts_out_and_a_chat_gets_its_own_form()
    {
        await using var receiver = await Receiver.StartAsync();
        var made = await fleet.AddAsync(receiver.Address, "site:fra", WebhookFormat.Slack, WebhookKinds.Host);
        await fleet.Server.EnrolAsync("told-ams", labels: ("site", "ams"));
        await fleet.Server.EnrolAsync("told-fra", labels: ("site", "fra"));
        await Until.TrueAsync(
            async () => (await fleet.FindAsync(made.Webhook.Id)).Waiting == 0 && !receiver.Messages.IsEmpty,
            () => "told"
        );
        var body = Assert.Single(receiver.Messages).Body;
        Assert.StartsWith("{\"text\":\"", body, StringComparison.Ordinal);
        Assert.Contains("told-fra", body, StringComparison.Ordinal);
        await fleet.RemoveAsync(made);
    }

    [Fact]
    public async Task After_a_rotation_both_secrets_sign_for_a_day()
    {
        await using var receiver = await Receiver.StartAsync();
        var made = await fleet.AddAsync(receiver.Address, kinds: WebhookKinds.Drift);
        using var answer = await fleet.Api.PostAsync(FleetPaths.WebhookRotate(made.Webhook.Id), null);
        var rotated = await answer.ReadAsync(WebhookJson.Default.CreatedWebhook);
        Assert.NotEqual(made.Secret, rotated.Secret);
        await TrialAsync(made.Webhook.Id);
        var message = Assert.Single(receiver.Messages);
        Assert.True(message.IsSignedWith(made.Secret));
        Assert.True(message.IsSignedWith(rotated.Secret));
        Assert.Equal("test", message.Event.Type);
        await fleet.RemoveAsync(made);
    }

    [Fact]
    public async Task A_trial_tells_what_the_receiver_said()
    {
        await using var receiver = await Receiver.StartAsync();
        receiver.Answer = async (context, _) =>
        {
            context.Response.StatusCode = 403;
            await context.Response.Body.WriteAsync("no such\u0007 channel"u8.ToArray());
        };
        var made = await fleet.AddAsync(receiver.Address, kinds: WebhookKinds.Drift);
        Assert.Equal(
            (false, 403, "no such  channel"),
            await TrialAsync(made.Webhook.Id) is var trial ? (trial.Taken, trial.Status!.Value, trial.Text) : default
        );
        await fleet.RemoveAsync(made);
        using var none = await fleet.Api.PostAsync(FleetPaths.WebhookTest(made.Webhook.Id), null);
        await none.ProblemAsync(HttpStatusCode.NotFound);
    }

    private async Task<WebhookTrial> TrialAsync(string id)
    {
        using var answer = await fleet.Api.PostAsync(FleetPaths.WebhookTest(id), null);
        return await answer.ReadAsync(WebhookJson.Default.WebhookTrial);
    }
}
