"""The tests about SQLite's file, or what is in the folder of an inventory. They are skipped if inventories are on a server."""

FILES = {
    "test_backup", "test_build", "test_damage", "test_failures", "test_faults", "test_generated_lists", "test_hostile_files",
    "test_kills",
}
TESTS = {
    "test_archive": ["test_what_is_there_stays_and_what_fails_leaves_nothing", "test_a_full_disk_leaves_nothing"],
    "test_bundle": ["test_what_is_there_stays_and_what_fails_leaves_nothing"],
    "test_calls": ["test_the_store_can_be_named_before_the_command_and_in_the_environment"],
    "test_claim_paper": [
        "test_a_command_that_waits_says_for_whom", "test_a_missing_photo_is_named_with_the_remedy_and_may_be_left_out"],
    "test_forget": [
        "test_a_reader_that_does_not_end_is_reported", "test_a_removed_item_is_erased_to_the_last_byte",
        "test_an_imported_item_is_erased_and_the_import_undone_without_it",
        "test_backups_that_cannot_be_reached_are_named", "test_earlier_copies_are_named",
        "test_everything_removed_before_a_day_is_erased",
        "test_known_backups_are_named_even_if_the_folder_cannot_be_listed"],
    "test_history": ["test_each_unit_does_what_it_says", "test_messages_name_the_path_that_is_in_the_way"],
    "test_homebox": [
        "test_a_failed_import_leaves_no_file", "test_everything_comes_in_and_is_one_change",
        "test_json_with_its_files_brings_them_back", "test_there_and_back"],
    "test_import": ["test_a_dry_run_only_reads"],
    "test_insurance": [
        "test_another_typst_that_writes_otherwise_sets_the_document_whole",
        "test_photos_and_receipts_are_shown_named_and_without_metadata"],
    "test_items": ["test_parents_of_an_older_store_that_cannot_be_are_found"],
    "test_labels": [
        "test_a_field_that_no_item_has_is_refused", "test_one_item_has_a_label_by_its_id", "test_wrong_wishes_are_refused"],
    "test_outputs": ["test_the_inventory_is_never_overwritten"],
    "test_pdf": [
        "test_names_in_any_script_print_and_the_data_are_inside", "test_words_where_typst_fails_is_missing_or_runs_wild"],
    "test_photos": [
        "test_a_kill_in_between_loses_nothing_and_leaves_nothing",
        "test_a_photo_is_added_changed_taken_off_and_brought_back",
        "test_an_item_is_added_with_its_files_in_one_change_or_not_at_all", "test_a_whole_folder_is_matched_and_nothing_is_guessed",
        "test_files_that_are_gone_or_changed_are_found", "test_json_and_xml_keep_the_references",
        "test_samples_have_photos_as_phones_write_them_and_receipts", "test_the_old_apps_pictures_come_with_its_items",
        "test_words_in_fonts_of_the_system_are_drawn"],
    "test_places": [
        "test_a_field_that_was_changed_behind_the_program_is_found", "test_a_store_is_not_made_over_something_else",
        "test_amounts_changed_by_other_programs_are_reported_with_one_remedy",
        "test_an_access_log_never_goes_into_the_inventory"],
    "test_proof": ["test_the_store_is_verified_as_before"],
    "test_publish": [
        "test_a_folder_turns_public_without_what_is_not_for_everyone",
        "test_an_inventory_restored_from_a_backup_is_published_as_it_is",
        "test_an_inventory_with_published_photos_is_intact"],
    "test_references": ["test_older_inventories_that_share_references_are_reported_and_exported"],
    "test_serve": [
        "test_no_acknowledged_edit_is_lost_and_none_is_made_twice_however_often_it_is_killed",
        "test_the_last_edit_before_the_end_is_on_the_pages", "test_uploads_are_kept_on_the_disk_of_the_inventory"],
    "test_serve_import": ["test_a_list_that_waits_is_gone_after_a_restart"],
    "test_serve_photos": [
        "test_a_photo_sent_by_form_is_on_the_page_upright_and_without_place_and_time",
        "test_a_rebuild_that_never_returns_is_not_waited_for_and_the_next_start_finishes_the_pages"],
    "test_stamps": [
        "test_a_changed_inventory_is_told", "test_a_wrong_call_is_refused", "test_stamps_stay_with_the_inventory"],
}


def are_needed_by(test):
    """Whether a test of that id is one of them."""
    names = test.split(".")
    return names[0] in FILES or names[-1] in TESTS.get(names[0], [])
